// One socket that heals by itself. Nothing is queued while the line is lost: what cannot be sent now is refused now.
import { byId } from "./fragments.js";

const SILENCE = 50_000;                                          // ms; the server ticks every 20 s
const FINAL = { 4003: "banned", 4404: "gone" };                  // closed for good, and the word for it
const WORDS = { 1012: "restart", 4008: "flood" };                // closed for a while
let hear, socket, timer, watch, tries = 0, heard = false, over = false;

/**
 * `hear`: html(text, whole), json(message), lost(), and since(): what a page that comes back has shown, for the address. `whole`
 * is the first frame of a connection: the whole truth.
 */
export function open(ears) {
  hear = ears;
  for (const [on, name] of [[document, "visibilitychange"], [window, "online"], [window, "pageshow"]])
    on.addEventListener(name, () => { if (!document.hidden) { tries = 0; connect(); } });
  window.addEventListener("offline", () => lose(1006));
  window.addEventListener("pagehide", hangUp);
  connect();
}

/** Whether it is on its way. If not, a notice says so, and the caller keeps what it wanted to say. */
export function send(frame) {
  if (socket?.readyState !== WebSocket.OPEN) { notice(byId("net").textContent || byId("net").dataset.lost); return false; }
  socket.send(JSON.stringify(frame));
  return true;
}

function connect() {
  clearTimeout(timer);
  if (over || (socket && socket.readyState < WebSocket.CLOSING)) return;
  const url = new URL(document.body.dataset.ws, location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  if (heard) for (const [name, value] of Object.entries(hear.since?.() ?? {})) url.searchParams.set(name, value);
  const line = socket = new WebSocket(url);
  let whole = true;
  listen();
  line.onmessage = ({ data }) => {
    if (line !== socket) return;
    if (whole) { tries = 0; heard = true; say(""); }
    listen();
    if (data[0] === "<") { hear.html(data, whole); whole = false; } else hear.json(JSON.parse(data));
  };
  line.onclose = ({ code }) => { if (line === socket) lose(code); };
}

/** A line that has gone silent is lost, whatever the browser still believes. */
function listen() {
  clearTimeout(watch);
  watch = setTimeout(() => lose(1006), SILENCE);
}

/** Ends the connection without a word about it. */
function hangUp() {
  const line = socket;
  socket = null;
  clearTimeout(watch);
  line?.close();
}

function lose(code) {
  if (!socket) return;
  hangUp();
  hear.lost?.();
  if (code === 4401 && heard || code === 4423) { over = true; location.reload(); return; }   // the page as everyone sees it, or the door
  over = code in FINAL;
  say(FINAL[code] ?? WORDS[code] ?? "lost");
  if (!over) timer = setTimeout(connect, Math.random() * Math.min(8000, 500 * 2 ** tries++) + (code === 4008 ? 5000 : 100));
}

function say(word) {
  const net = byId("net"), text = word && net.dataset[word];
  if (net.textContent !== text) net.textContent = text;
  net.hidden = !word;
  document.body.classList.toggle("lost", Boolean(word));
}

let noticeTimer;

/** Says something to this person alone, for a while. */
export function notice(text) {
  const box = byId("notice");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { box.hidden = true; }, Math.max(6000, 70 * text.length));
}
