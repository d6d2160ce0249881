// Chance drawn again, as docs/chance.md describes it: HMAC-SHA256 over the seed, by the browser's own WebCrypto.

const SPAN = 2 ** 32, text = new TextEncoder();
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Can this browser do it? Pages that come by plain http, but for localhost, are not given WebCrypto. */
export const able = () => Boolean(globalThis.crypto?.subtle);

/** The fingerprint of a seed: both in hex. */
export const commitment = async (seed) => hex(await crypto.subtle.digest("SHA-256", bytes(seed)));

/** The chance of a match: its stream at each ply. */
export async function chance(seed) {
  const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return (ply) => new Stream(key, ply);
}

class Stream {
  #key; #ply; #block = 0; #at = 0; #view = new DataView(new ArrayBuffer(0));

  constructor(key, ply) { this.#key = key; this.#ply = ply; }

  async #word() {
    if (this.#at === this.#view.byteLength) {
      const message = text.encode(`${this.#ply}:${this.#block}`);
      this.#view = new DataView(await crypto.subtle.sign("HMAC", this.#key, message));
      this.#block += 1;
      this.#at = 0;
    }
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4);
  }

  async below(bound) {
    const limit = SPAN - (SPAN % bound);
    let number;
    do number = await this.#word(); while (number >= limit);
    return number % bound;
  }

  /** Where each item had been before. */
  async shuffle(size) {
    const order = Array.from({ length: size }, (_, i) => i);
    for (let i = size - 1; i > 0; i -= 1) {
      const j = await this.below(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }

  async roll(count, sides) {
    const dice = [];
    while (dice.length < count) dice.push(1 + await this.below(sides));
    return dice;
  }

  /** The outcome of a draw as the server lists it: kind, size, count. */
  async draw({ kind, size, count }) {
    if (kind === "shuffle") return this.shuffle(size);
    if (kind === "roll") return this.roll(count, size);
    return [await this.below(size)];
  }
}

/**
 * Checks a list of draws against the fingerprint that was shown: gives {what: "commitment", ok}, then for each draw
 * {what: "draw", ok, draw}, as they are worked out.
 */
export async function* check(shown, { seed, draws }) {
  yield { what: "commitment", ok: await commitment(seed) === shown };
  const streams = await chance(seed);
  let stream, ply = null;
  for (const draw of draws) {
    if (draw.ply !== ply) { ply = draw.ply; stream = streams(ply); }
    const drawn = await stream.draw(draw);
    yield { what: "draw", ok: drawn.length === draw.outcome.length && drawn.every((n, i) => n === draw.outcome[i]), draw };
  }
}
