// Things move where they went: measured before the change, flown after it. The page is never frozen, nothing waits.
//
// A board names its flights on one element: data-fly="from to[ picture];…" for the last move, data-deal the same for when
// the board's data-round has changed. `from`, `to` and `picture` are ids; the picture is the first svg in it, by default that of
// `from`. An element's data-count says how much is there: nothing leaves an empty place or lands in one, and a flight
// with a leading "+" happens only if there is more at its goal than before.
import { byId } from "./fragments.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const LONGEST = 420;                                            // ms, for all that one change sets in motion
const count = (element) => Number(element?.dataset.count ?? Number.NaN);
const picture = (element) => element?.querySelector("svg:not([hidden])") ?? element?.querySelector("svg");
const place = (element) => (element?.querySelector("svg:not([hidden])") ?? element?.querySelector("[data-name]") ?? element)?.getBoundingClientRect();

/** Measures the flights of a new board while the old one is still there; returns what lets them fly. */
export function measure(old, part) {
  const was = old.querySelector("[data-fly]"), plan = part.querySelector("[data-fly]");
  if (!was || !plan || calm.matches || document.hidden || !moved(old, part)) return undefined;
  const dealt = round(old) !== round(part);
  const flights = [
    ...entries(plan.dataset.fly).map((entry) => takeOff(entry, 0, dealt ? 260 : LONGEST)),
    ...(dealt ? entries(plan.dataset.deal).map((entry) => takeOff(entry, 120, LONGEST - 120)) : []),
  ];
  return () => { for (const land of flights) land?.(); };
}

const entries = (text) => (text ?? "").split(";").map((entry) => entry.trim()).filter(Boolean);
const round = (board) => board.querySelector("[data-round]")?.dataset.round;
const moved = (old, part) => Number(part.querySelector("#mine")?.dataset.ply) > Number(old.querySelector("#mine")?.dataset.ply);

function takeOff(entry, delay, duration) {
  const grown = entry.startsWith("+"), [from, to, shown] = entry.replace("+", "").split(" ");
  const start = byId(from), before = count(byId(to));
  if (!start || count(start) === 0) return null;
  const a = place(start), own = shown ? null : picture(start)?.cloneNode(true);
  return () => {
    const goal = byId(to), pic = own ?? picture(byId(shown))?.cloneNode(true);
    if (!goal || !pic || count(goal) === 0 || (grown && !(count(goal) > before))) return;
    const sizes = [own ? 1 : 0.4, goal.dataset.count || shown ? 1 : 0.3];
    fly(pic, a, place(goal), sizes, { delay, duration, fill: "backwards", easing: "cubic-bezier(.3,.7,.2,1)" });
    if (!before || shown) arrive(goal, delay + duration);
  };
}

/** `sizes`: how large it takes off and lands, as parts of its places: what comes out of a door is smaller than the door. */
function fly(pic, a, b, [first, last], timing) {
  pic.removeAttribute("hidden");
  pic.setAttribute("class", "flying");
  pic.setAttribute("aria-hidden", "true");
  document.body.append(pic);
  const base = pic.getBoundingClientRect().height || 1;
  const put = (r, size) => {
    const side = Math.min(r.width, r.height) * size;
    return `translate(${r.left + (r.width - side) / 2}px,${r.top + (r.height - side) / 2}px) scale(${side / base})`;
  };
  pic.animate({ transform: [put(a, first), put(b, last)] }, timing).finished.finally(() => pic.remove());
}

/** What is still on its way is not yet seen at its goal. */
function arrive(goal, after) {
  goal.classList.add("arriving");
  setTimeout(() => goal.classList.remove("arriving"), after);
}
