// Calls somebody to the table: a mark on title and icon of the page while it is their turn, and what else they like:
// sounds, vibration, a notification of the browser while they look elsewhere.
import { byId, likes } from "./fragments.js";

const MARK = "● ", TURN = [90, 70, 90], TICK = 35;              // ms that a phone trembles
const { title } = document, icon = byId("icon"), plain = icon.getAttribute("href");
let mine = true;                                                // whose page begins in their turn is not called

/** Shows whether it is this person's turn, and calls them when it has become theirs. */
export function turn(now) {
  const before = mine, wanted = now ? icon.dataset.turn : plain;
  mine = now;
  document.title = now ? MARK + title : title;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  if (!now || before) return;
  sound("turn");
  tremble(TURN);
  if (document.hidden && likes("alerts")) import("./alerts.js").then(({ show }) => show(title));
}

/** Others have moved, or a match has begun or ended. */
export const happened = () => sound("moved");

export const whispered = () => sound("whisper");

/** One of the last seconds of their time. */
export function tick(seconds) {
  sound(seconds > 3 ? "tick" : "lastTick");
  tremble(TICK);
}

/** Plays one of the sounds as loud as they like it: from 1 to 100, or not at all. */
export async function sound(name) {
  const volume = Number(document.documentElement.dataset.sounds);
  if (volume) (await import("./sounds.js")).play(name, volume / 100);
}

/** Browsers let nothing tremble before the page has been touched. */
function tremble(pattern) {
  if (likes("vibration") && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(pattern);
}

/** Where notifications are liked of which the browser has not been asked, a button asks. */
export async function offer() {
  if (likes("alerts") || !byId("allow").hidden) (await import("./alerts.js")).offer();
}
