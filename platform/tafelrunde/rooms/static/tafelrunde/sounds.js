// A soft sound, without a file: two notes that fade away. Loaded when somebody likes it who hears it for the first time.
const context = new AudioContext();

export function chime() {
  for (const [pitch, after] of [[659, 0], [880, 0.12]]) {
    const note = context.createOscillator(), volume = context.createGain(), at = context.currentTime + after;
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    note.connect(volume).connect(context.destination);
    note.start(at);
    note.stop(at + 0.5);
  }
}
