// Soft sounds, without a file: notes that fade away. Loaded when somebody likes it who hears it for the first time. A browser
// lets nobody be heard before the person has touched the page: what cannot be heard now is not kept for later.
const NOTES = {                                                 // what is played: pitch (Hz), after (s), length (s), how loud
  turn: [[659, 0, 0.5, 1], [880, 0.12, 0.6, 1]],
  moved: [[233, 0, 0.09, 0.55]],
  whisper: [[1047, 0, 0.22, 0.5], [784, 0.1, 0.3, 0.5]],
  tick: [[990, 0, 0.05, 0.5]],
  lastTick: [[1320, 0, 0.08, 0.7]],
};
const LOUDEST = 0.25, AGAIN = 150, LATE = 500;                  // of all that there is; ms within which the same is played once, after which nothing is
let context;
const played = new Map();

/** Plays one of `NOTES`, at a volume from 0 to 1. */
export async function play(name, volume) {
  const now = performance.now();
  if (navigator.userActivation?.hasBeenActive === false || now - (played.get(name) ?? -AGAIN) < AGAIN) return;
  played.set(name, now);
  context ??= new AudioContext();
  if (context.state !== "running") await context.resume();
  if (performance.now() - now > LATE) return;
  for (const [pitch, after, length, loud] of NOTES[name]) sing(pitch, context.currentTime + after, length, LOUDEST * loud * volume ** 2);
}

function sing(pitch, at, length, loudness) {
  const note = context.createOscillator(), volume = context.createGain();
  note.frequency.value = pitch;
  volume.gain.setValueAtTime(Math.max(loudness, 0.0001), at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  note.connect(volume).connect(context.destination);
  note.start(at);
  note.stop(at + length);
}
