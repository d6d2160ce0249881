// The page of a match: steps through its plies without a reload. Without it every step is a link.
import { apply, byId } from "./fragments.js";
import { measure } from "./flights.js";
import { able, check } from "./verify.js";

const PAUSE = 1600, KEPT = 240;                                   // ms between moves while it plays; fragments in memory
const page = document.querySelector(".match-page"), slider = byId("slider"), play = byId("play");
const { plies, edition } = page.dataset, last = Number(page.dataset.last), over = "over" in page.dataset;
const hides = "hides" in page.dataset ? "&hide=1" : "", shownEnd = "showsEnd" in page.dataset ? "&end=shown" : "";
const starts = page.dataset.starts.trim().split(" ").map(Number);
const fetched = new Map();
let ply = Number(page.dataset.ply), viewer = page.dataset.viewer, asked = 0, playing = null;

const clamp = (n) => Math.min(last, Math.max(0, n));
const link = (n, who) => `?ply=${n}&viewer=${who}`, address = (n, who) => link(n, who) + shownEnd;

/** The fragments of a ply, asked for once. */
function fragments(n, who) {
  const url = `${plies}${n}/${`?viewer=${who}&edition=${edition}${hides}`}`;
  const known = fetched.get(url);
  if (known) return known;
  if (fetched.size >= KEPT) fetched.delete(fetched.keys().next().value);
  const coming = fetch(url).then((response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return response.text();
  });
  fetched.set(url, coming);
  coming.catch(() => fetched.delete(url));
  return coming;
}

/** Shows a ply through somebody's eyes. Of several that were asked for, the last one counts. */
async function show(n, who = viewer) {
  const want = clamp(n), mine = asked += 1;
  if (want === ply && who === viewer) { mark(); return true; }
  slider.value = want;
  let html;
  try {
    html = await fragments(want, who);
  } catch {
    if (mine === asked) { stop(); slider.value = ply; byId("lost").hidden = false; }
    return false;
  }
  if (mine !== asked) return false;
  const onwards = want === ply + 1 && who === viewer;
  ply = want;
  viewer = who;
  byId("lost").hidden = true;
  apply(html, { before: onwards ? measure : undefined, after: mark });
  history.replaceState(null, "", address(ply, viewer));
  if (over) for (const next of [ply + 1, ply - 1]) if (next === clamp(next)) fragments(next, viewer).catch(() => {});
  return true;
}

/** Everything that says where we are and is no fragment. */
function mark() {
  slider.value = ply;
  slider.setAttribute("aria-valuetext", byId("counter").parentElement.textContent.trim());
  byId("seek-viewer").value = viewer;
  for (const step of document.querySelectorAll("a[data-ply]")) {
    step.setAttribute("href", address(step.dataset.ply, viewer));
    if (!step.closest("#moves")) continue;
    if (Number(step.dataset.ply) === ply) { step.setAttribute("aria-current", "step"); inSight(step); }
    else step.removeAttribute("aria-current");
  }
  for (const eyes of document.querySelectorAll("a[data-viewer]")) {
    eyes.setAttribute("href", address(ply, eyes.dataset.viewer));
    if (eyes.dataset.viewer === viewer) eyes.setAttribute("aria-current", "true"); else eyes.removeAttribute("aria-current");
  }
  byId("shared").textContent = "";
  byId("share-link").hidden = true;
  const chart = byId("chart");
  if (!chart) return;
  const x = Number(chart.dataset.left) + ply * Number(chart.dataset.step);
  for (const end of ["x1", "x2"]) byId("cursor").setAttribute(end, x.toFixed(2));
}

/** Scrolls the list of moves, and nothing else. */
function inSight(link) {
  const list = byId("moves"), a = link.getBoundingClientRect(), b = list.getBoundingClientRect();
  if (a.top < b.top) list.scrollTop -= b.top - a.top + 8;
  else if (a.bottom > b.bottom) list.scrollTop += a.bottom - b.bottom + 8;
}

function stop() {
  clearTimeout(playing);
  playing = null;
  play.textContent = play.dataset.play;
}

async function go() {
  if (ply === last) await show(0);
  play.textContent = play.dataset.pause;
  const next = async () => {
    if (!await show(ply + 1) || ply === last) stop();
    else if (playing !== null) playing = setTimeout(next, PAUSE);
  };
  playing = setTimeout(next, PAUSE / 4);
}

const keys = {
  ArrowLeft: () => ply - 1,
  ArrowRight: () => ply + 1,
  Home: () => 0,
  End: () => last,
  PageUp: () => starts.findLast((start) => start < ply) ?? 0,
  PageDown: () => starts.find((start) => start > ply) ?? last,
};

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!keys[key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.closest(".below, select, textarea, input:not([type=range])")) return;
  event.preventDefault();
  stop();
  show(keys[key]());
});

document.addEventListener("click", (event) => {
  const chosen = event.target.closest("a[data-ply], a[data-viewer]");
  if (!chosen || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  stop();
  if (chosen.dataset.viewer) show(ply, chosen.dataset.viewer); else show(Number(chosen.dataset.ply));
});

slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
byId("seek").addEventListener("submit", (event) => { event.preventDefault(); show(Number(slider.value)); });
play.addEventListener("click", () => { if (playing === null) go(); else stop(); });

/** The link to what is shown; where the browser lets nobody copy, it is there to be copied by hand. */
byId("share-now").addEventListener("click", async () => {
  const url = new URL(link(ply, viewer), document.location.href).href, field = byId("share-link");
  try {
    await navigator.clipboard.writeText(url);
    byId("shared").textContent = byId("share").dataset.copied;
  } catch {
    field.value = url;
    field.hidden = false;
    field.select();
  }
});

// --- the check ----------------------------------------------------------------------------------------------------

const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function verdict(list, ok, ...lines) {
  const item = document.createElement("li");
  item.className = ok ? "right" : "wrong";
  for (const [i, line] of lines.filter(Boolean).entries()) {
    const part = document.createElement(i ? "small" : "span");
    part.textContent = i ? ` ${line}` : line;
    item.append(part);
  }
  list.append(item);
}

async function verify() {
  const box = byId("verdict"), words = byId("verify").dataset, list = document.createElement("ol");
  box.replaceChildren();
  if (!able()) {
    const note = document.createElement("p"), command = byId("verify-command").cloneNode(true);
    command.removeAttribute("id");
    note.append(words.insecure, " ", command);
    box.append(note);
    return;
  }
  try {
    const response = await fetch(words.from);
    if (!response.ok) throw new Error(`${response.status}`);
    const record = await response.json();
    for await (const { what, ok, draw } of check(byId("commitment").textContent, record)) {
      if (what === "commitment") { verdict(list, ok, ok ? words.commitment : words.wrongCommitment); continue; }
      const { ply: at, kind, size, count, items } = draw, n = kind === "roll" ? count : size;
      const said = fill(ok ? words.drawn : words.wrongDrawn, { ply: at, what: fill(words[kind] ?? kind, { n }) });
      verdict(list, ok, said, kind === "shuffle" && items.length ? fill(words.begins, { items: items.slice(0, 8).join(", ") }) : "");
    }
    if (!record.draws.length) verdict(list, true, words.nothing);
    box.append(list);
  } catch {
    const note = document.createElement("p");
    note.textContent = words.failed;
    box.append(note);
  }
}

byId("verify-now")?.addEventListener("click", verify);
for (const id of ["verify", "play", "share"]) if (byId(id)) byId(id).hidden = false;
byId("seek-go").hidden = true;
mark();
if (over) for (const next of [ply + 1, ply - 1]) if (next === clamp(next)) fragments(next, viewer).catch(() => {});
