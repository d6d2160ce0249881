// What the server sends, laid over the page: elements with an id replace their namesake, keeping whatever is equal,
// so that focus, selection and scrolling survive.

const policy = window.trustedTypes?.createPolicy("tafelrunde", { createHTML: (html) => html }) ?? { createHTML: (html) => html };

export const byId = (id) => document.getElementById(id);

/** Versions are pairs of numbers, "room.match": when the room begins another match, that may begin at 0 again. */
export function newer(a, b) {
  const [m, v] = a.split(".").map(Number), [n, w] = b.split(".").map(Number);
  return m > n || (m === n && v > w);
}

/** Late: older than what is shown. What is equally old may still know better who is here. */
const late = (part, old) => Boolean(part.dataset.v && old.dataset.v && newer(old.dataset.v, part.dataset.v));

// Between press and release nothing moves: a button that were drawn away or put aside meanwhile would not be clicked, or another
// one would.
const LONGEST = 5000, TAP = 80, DRAG = 10;                     // ms, ms from the end of a touch to its click, px
let held = null, from, end;

/** Does it now or, while something is being pressed, as soon as it is released. */
export function steady(act) {
  if (held) held.push(act); else act();
}

function letGo() {
  const acts = held ?? [];
  held = null;
  for (const act of acts) act();
}

const within = (ms) => { clearTimeout(end); end = setTimeout(letGo, ms); };
const far = ({ clientX, clientY }) => Math.hypot(clientX - from.clientX, clientY - from.clientY) > DRAG;
document.addEventListener("pointerdown", (event) => { from = event; held ??= []; within(LONGEST); }, true);
document.addEventListener("pointermove", (event) => { if (held && far(event)) within(0); }, true);
document.addEventListener("pointerup", () => within(TAP), true);
for (const over of ["click", "pointercancel"]) document.addEventListener(over, () => within(0), true);

/**
 * Lays a frame over the page. What is older than what is shown is dropped, unless the frame is the whole truth (the
 * first of a connection). `before(old, part)` may measure and return what is to be done afterwards; `after()` runs
 * in the same task as the change, before anything is painted.
 */
export function apply(html, { whole = false, before, after } = {}) {
  const box = document.createElement("template");
  box.innerHTML = policy.createHTML(html);                     // inert: no script runs, no image loads
  const refocus = holdFocus();
  const later = [];
  for (const part of [...box.content.children]) {
    if (part.localName === "template") { fill(part, whole); continue; }
    const old = byId(part.id);
    if (!old || (!whole && late(part, old))) continue;
    if (!whole) later.push(before?.(old, part));
    morph(old, part);
  }
  after?.();
  refocus();
  for (const act of later) act?.();
}

/** <template data-append="id">: each child once per id, what has none always; data-prepend puts it first; data-whole says that these are all. */
function fill(template, whole) {
  const { append, prepend } = template.dataset, list = byId(append ?? prepend);
  if (!list) return;
  const view = list.closest("[role=log]"), low = view && view.scrollHeight - view.scrollTop - view.clientHeight < 24;
  const items = [...template.content.children], ids = new Set(items.map((item) => item.id));
  if ("whole" in template.dataset) for (const item of [...list.children]) if (!ids.has(item.id)) item.remove();
  for (const item of items) {
    const old = item.id && byId(item.id);
    if (!old) list[prepend ? "prepend" : "append"](item);
    else if (whole || (item.dataset.v && !late(item, old))) morph(old, item);
  }
  if (!view) return;
  while (list.childElementCount > 500) list.firstElementChild.remove();
  if (low) view.scrollTop = view.scrollHeight;
}

/** If what held the focus has gone, the nearest thing around it that is still there gets it. */
function holdFocus() {
  const held = document.activeElement, ids = [];
  for (let at = held; at; at = at.parentElement) if (at.id) ids.push(at.id);
  return () => {
    if (!held || held === document.body || held === document.activeElement) return;
    const next = ids.map(byId).find((at) => at && !at.closest("[hidden]")) ?? byId("board");
    if (!next) return;
    if (next.tabIndex < 0 && !next.hasAttribute("tabindex")) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  };
}

// Attributes that belong to the browser's side: what is picked or may be done, what a person has unfolded.
const ours = (element) =>
  element.matches("[data-move],[data-word],[data-pick],[data-picked]") ? ["aria-pressed", "aria-disabled", "tabindex"]
    : element.localName === "details" ? ["open"] : [];

function morph(old, want) {
  if (old.isEqualNode(want)) return;
  if (old.nodeName !== want.nodeName || (old.id ?? "") !== (want.id ?? "")) { old.replaceWith(want); return; }
  if (old.nodeType !== Node.ELEMENT_NODE) { old.data = want.data; return; }
  const kept = ours(old);
  for (const { name } of [...old.attributes]) if (!kept.includes(name) && !want.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of want.attributes) if (!kept.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.hasAttribute("data-keep")) return;                    // its inside belongs to the browser
  const chosen = want.localName === "select" && !want.querySelector("[selected]") ? old.value : want.value;
  morphChildren(old, want);
  if (old.localName !== "select") return;
  if (old.value !== chosen) old.value = chosen;                 // where nothing is said to be, what a person has chosen stays
  if (old.selectedIndex < 0) old.value = want.value;
}

function morphChildren(old, want) {
  const keyed = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  let at = old.firstChild;
  for (const child of [...want.childNodes]) {
    const same = child.id ? keyed.get(child.id) : null;
    if (same) {
      if (same === at) at = at.nextSibling; else (old.moveBefore ?? old.insertBefore).call(old, same, at);
      morph(same, child);
    } else if (at && !at.id && !child.id && at.nodeName === child.nodeName) {
      const next = at.nextSibling;
      morph(at, child);
      at = next;
    } else old.insertBefore(child, at);
  }
  while (at) { const next = at.nextSibling; at.remove(); at = next; }
}

// What this person likes, as the server writes it on <html>: data-sounds, data-confirm, data-board … Changed in another tab
// or by /set, it comes as a frame.
const root = document.documentElement;

/** Whether a switch is on. */
export const likes = (name) => root.dataset[name] === "on";

/** Take these on. A page in another language is another page. */
export function prefer(values) {
  const { language } = root.dataset;
  Object.assign(root.dataset, values);
  if (values.language !== language) location.reload();
}
