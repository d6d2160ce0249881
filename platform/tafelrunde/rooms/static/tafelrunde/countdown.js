// How much time is left: the server says until when (data-until, ms by its clock), the browser counts. It is seen all the
// time; of one's own the last ten seconds are felt, and said once.
import { tick } from "./calling.js";
import { byId } from "./fragments.js";

const SOON = 10;
let ahead = 0, timer, said = "", felt = "";                      // ahead: ms by which the server's clock is before ours
const known = new Map();                                         // what time the page has told by its elements

/** What time it is there. */
export function setClock(now) { ahead = now - Date.now(); }

/** Writes all clocks, and again with every second as long as one runs. */
export function countDown() {
  clearTimeout(timer);
  const you = byId("players")?.dataset.you;
  for (const { id, dataset: { now } } of document.querySelectorAll("[data-now]"))
    if (known.get(id) !== now) { known.set(id, now); setClock(Number(now)); }
  let next = Infinity, mine = "";
  for (const clock of document.querySelectorAll(".clock")) {
    const { until } = clock.dataset, left = until ? Math.max(0, Number(until) - Date.now() - ahead) : 0, seconds = Math.ceil(left / 1000);
    const text = until ? written(seconds) : "";
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("soon", Boolean(until) && seconds <= SOON);
    if (left) next = Math.min(next, left % 1000 || 1000);
    if (clock.id === `clock-${you}` && until) { mine = text; warn(until, seconds); }
  }
  show(mine);
  if (next < Infinity) timer = setTimeout(countDown, next);
}

/** 9:05, and of a day 23:59:05. */
function written(seconds) {
  const two = (n) => String(n).padStart(2, "0"), minutes = Math.floor(seconds / 60), hours = Math.floor(minutes / 60);
  return hours ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** On small screens one's own time stands beside the line, too: the list of players may be out of sight. */
function show(text) {
  const box = byId("my-time");
  if (!box) return;
  box.hidden = !text;
  if (box.textContent !== text) box.textContent = text;
}

function warn(until, seconds) {
  if (seconds > SOON || !seconds) return;
  if (felt !== `${until} ${seconds}`) { felt = `${until} ${seconds}`; tick(seconds); }
  if (said === until) return;
  said = until;
  const box = byId("time-said");
  box.textContent = box.dataset.text;
  setTimeout(() => { box.textContent = ""; }, 5000);
}
