// Things move where they went: measured before the change, flown after it. The page is never frozen, nothing waits.
//
// A board names what moves on one element: data-fly="from to[ picture];…" for the last move, data-deal the same for when
// the board's data-round has changed. `from`, `to` and `picture` are ids; the picture is the first svg in it, by default that of
// `from`. An element's data-count says how much is there: nothing leaves an empty place or lands in one, and a flight
// with a leading "+" happens only if there is more at its goal than before. What moves where it lies is named by
// data-stir="id how;…", `how` being one of `STIRS`; with a leading "+" only if it was not there before.
import { byId } from "./fragments.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const LONGEST = 400, SHORT = 260;                               // ms, for all that one change sets in motion; where something follows
const STIRS = {
  tumble: [{ opacity: [0.2, 1], transform: ["translate(-1.5rem, -2.5rem) rotate(-250deg) scale(.7)", "none"] },
    { duration: 380, easing: "cubic-bezier(.2, .7, .3, 1.2)" }],
  gulp: [{ transform: ["none", "scale(1.1, .9)", "scale(.96, 1.05)", "none"] }, { delay: SHORT, duration: LONGEST - SHORT }],
};
const moving = new Map();                                       // each animation with what is to be done at its end
const count = (element) => Number(element?.dataset.count ?? Number.NaN);
const picture = (element) => element?.querySelector("svg:not([hidden])") ?? element?.querySelector("svg");
const place = (element) => (element?.querySelector("svg:not([hidden])") ?? element?.querySelector("[data-name]") ?? element)?.getBoundingClientRect();

/** Measures what a new board sets in motion while the old one is still there; returns what lets it move. */
export function measure(old, part) {
  const was = old.querySelector("[data-fly]"), plan = part.querySelector("[data-fly]");
  if (!was || !plan || !moved(old, part)) return undefined;
  land();                                                       // several moves in a burst: what is still in the air has arrived
  if (calm.matches || document.hidden) return undefined;
  const { fly, deal, stir } = plan.dataset, dealt = round(old) !== round(part), stirs = entries(stir).map(wake);
  const flights = [
    ...entries(fly).map((entry) => takeOff(entry, 0, dealt || stirs.length ? SHORT : LONGEST)),
    ...(dealt ? entries(deal).map((entry) => takeOff(entry, 120, LONGEST - 120)) : []),
  ];
  return () => { for (const begin of [...flights, ...stirs]) begin?.(); };
}

const entries = (text) => (text ?? "").split(";").map((entry) => entry.trim()).filter(Boolean);
const round = (board) => board.querySelector("[data-round]")?.dataset.round;
const moved = (old, part) => Number(part.querySelector("#mine")?.dataset.ply) > Number(old.querySelector("#mine")?.dataset.ply);

function land() {
  for (const animation of [...moving.keys()]) { animation.cancel(); over(animation); }
}

function over(animation) {
  const end = moving.get(animation);
  moving.delete(animation);
  end?.();
}

function move(element, frames, timing, end) {
  const animation = element.animate(frames, { fill: "backwards", ...timing });
  moving.set(animation, end);
  animation.onfinish = () => over(animation);
}

function wake(entry) {
  const fresh = entry.startsWith("+"), [id, how] = entry.replace("+", "").split(" "), known = fresh && byId(id);
  return () => { if (!known && byId(id)) move(byId(id), ...STIRS[how]); };
}

function takeOff(entry, delay, duration) {
  const grown = entry.startsWith("+"), [from, to, shown] = entry.replace("+", "").split(" ");
  const start = byId(from), before = count(byId(to)), there = place(byId(to));
  if (!start || count(start) === 0) return null;
  const a = place(start), own = shown ? null : picture(start)?.cloneNode(true);
  return () => {
    const goal = byId(to), pic = own ?? picture(byId(shown))?.cloneNode(true), b = goal ? place(goal) : there;
    if (!b || !pic || count(goal) === 0 || (grown && !(count(goal) > before))) return;
    const sizes = [own ? 1 : 0.4, goal?.dataset.count || shown ? 1 : 0.3], arriving = goal && (!before || shown);
    if (arriving) goal.classList.add("arriving");               // what is still on its way is not yet seen at its goal
    fly(pic, a, b, sizes, { delay, duration, easing: "cubic-bezier(.3,.7,.2,1)" }, () => {
      pic.remove();
      if (arriving) goal.classList.remove("arriving");
    });
  };
}

/** `sizes`: how large it takes off and lands, as parts of its places: what comes out of a door is smaller than the door. */
function fly(pic, a, b, [first, last], timing, end) {
  pic.removeAttribute("hidden");
  pic.setAttribute("class", "flying");
  pic.setAttribute("aria-hidden", "true");
  document.body.append(pic);
  const base = pic.getBoundingClientRect().height || 1;
  const put = (r, size) => {
    const side = Math.min(r.width, r.height) * size;
    return `translate(${r.left + (r.width - side) / 2}px,${r.top + (r.height - side) / 2}px) scale(${side / base})`;
  };
  move(pic, { transform: [put(a, first), put(b, last)] }, timing, end);
}
