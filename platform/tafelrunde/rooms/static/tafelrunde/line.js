// The line one types: it completes commands, names and moves, and remembers what was said.
import { byId } from "./fragments.js";
import { open as playable } from "./moves.js";
import { send } from "./socket.js";

const said = [], PEOPLE = ".say, .emote";                           // the kinds of lines that people say
let at = 0, choices = [], chosen = -1, sent = 0;
let awaits = false, hiding;                                      // has a line just been typed, whose answer is to be seen?
const pending = new Map();                                       // ref -> text, until the server has taken it
const field = () => byId("line");
const list = () => byId("choices");

/** All that could stand here: [whole line, what is shown, help]. */
function candidates(text) {
  if (!text || text.startsWith("//")) return [];
  const typed = text.toLowerCase().replace(/^\/\s+/, "/"), found = typed.startsWith("/") ? [...moves(typed), ...commands(typed)] : [];
  if (typed === "/") found.sort(([, , one], [, , other]) => Number(!one) - Number(!other));    // nothing typed yet: what has a help first
  const [, head = "", word] = /^(.*\s)?(\S*)$/s.exec(text), mark = word.startsWith("@") ? "@" : "";
  if (mark || takesNames(typed)) {
    const begun = word.slice(mark.length).toLowerCase();
    for (const name of names()) if (begins(name, begun)) found.push([`${head}${mark}${name}`, name, ""]);
  }
  return found.slice(0, 60);
}

const begins = (whole, typed) => whole.toLowerCase().startsWith(typed) && whole.toLowerCase() !== typed;

/** Moves that hold all words typed so far, in any order after the first. */
function moves(typed) {
  const words = typed.slice(1).split(/\s+/), last = words.pop();
  return playable().filter((move) => {
    const left = move.split(" ");
    if (words.length && words[0] !== left[0]) return false;
    for (const word of words) { const i = left.indexOf(word); if (i < 0) return false; left.splice(i, 1); }
    return (words.length ? left : left.slice(0, 1)).some((word) => word.startsWith(last)) && `/${move}` !== typed;
  }).map((move) => [`/${move}`, `/${move}`, ""]);
}

/** Commands with their help, and whole lines that a button or a choice on the page would say. */
function commands(typed) {
  const lines = new Map();
  for (const { dataset: { say, usage, help } } of document.querySelectorAll("#commands > [data-say]")) lines.set(say, [usage, help]);
  for (const { dataset: { say }, textContent } of document.querySelectorAll("button[data-say]")) if (!lines.has(say)) lines.set(say, [say, textContent.trim()]);
  for (const { dataset: { option }, options } of document.querySelectorAll("select[data-option]"))
    for (const { value, textContent } of options) lines.set(`${option} ${value}`, [`${option} ${value}`, textContent.trim()]);
  return [...lines].filter(([line]) => begins(line, typed)).map(([line, [shown, help]]) => [line, shown, help]);
}

function takesNames(typed) {
  const [command, ...words] = typed.split(/\s+/);
  return words.length === 1 && document.querySelector(`#commands > [data-people][data-say="${CSS.escape(command)}"]`) !== null;
}

const names = () => new Set([...document.querySelectorAll("[data-name]")].map((one) => one.dataset.name));

function show(found) {
  choices = found;
  chosen = -1;
  list().replaceChildren(...found.map(([, shown, help], number) => {
    const item = document.createElement("li"), word = document.createElement("b"), about = document.createElement("span");
    Object.assign(item, { id: `choice-${number}`, role: "option", ariaSelected: "false" });
    [word.textContent, about.textContent] = [shown, help];
    item.append(word, " ", about);
    return item;
  }));
  list().hidden = !found.length;
  field().setAttribute("aria-expanded", String(found.length > 0));
  field().removeAttribute("aria-activedescendant");
}

function choose(number) {
  chosen = (number + choices.length) % choices.length;
  for (const [i, item] of [...list().children].entries()) item.ariaSelected = String(i === chosen);
  list().children[chosen].scrollIntoView({ block: "nearest" });
  field().setAttribute("aria-activedescendant", `choice-${chosen}`);
}

/** The choice becomes the line; if more can follow, it goes on from there. */
function accept(number) {
  const [line] = choices[number], next = candidates(`${line} `);
  write(next.length ? `${line} ` : line);
  show(next);
}

function write(text) {
  field().value = text;
  field().setSelectionRange(text.length, text.length);
}

function remember(step) {
  at = Math.min(said.length, Math.max(0, at + step));
  write(said[at] ?? "");
}

function onKey(event) {
  const { key } = event, open = choices.length > 0, leafing = field().value === (said[at] ?? "");
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  if (open && (key === "ArrowDown" || key === "ArrowUp")) choose(key === "ArrowDown" ? chosen + 1 : chosen < 0 ? -1 : chosen - 1);
  else if (open && key === "Tab" && !event.shiftKey) accept(Math.max(chosen, 0));
  else if (open && key === "Enter" && chosen >= 0) accept(chosen);
  else if (open && key === "Escape") show([]);
  else if (key === "ArrowUp" && said.length && leafing) remember(-1);
  else if (key === "ArrowDown" && leafing && at < said.length) remember(1);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function onSubmit(event) {
  event.preventDefault();
  const text = field().value.trim();
  if (!text || !say(text)) return;                        // the line stays if it cannot be sent
  awaits = true;
  said.push(text);
  at = said.length;
  write("");
  show([]);
}

/** Says a line as if it had been typed. */
export function say(text) {
  const ref = `line ${++sent}`;
  if (!send({ type: "say", text, ref })) return false;
  pending.set(ref, text);
  return true;
}

/** A command has led elsewhere: to a page of this site, and to no other. */
export function go(address) {
  const url = new URL(address, location.href);
  if (url.origin === location.origin) location.assign(url);
}

/** The server has answered a line: one that was refused comes back to be mended, unless something else stands there; as `hint` has it if that is a whole line. */
export function answered(ref, refused, hint) {
  const text = pending.get(ref);
  pending.delete(ref);
  setTimeout(() => { awaits = false; }, 500);
  if (refused && text && field() && text === said.at(-1) && !field().value) write(hint?.includes(" ") ? hint : text);
}

/** Where the lines do not fit beside the board, as on a phone: what was asked for is scrolled to, what others say is shown for a while. */
function hear(changes) {
  const lines = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => one.matches?.("li")), box = byId("heard");
  const view = byId("log").parentElement, { bottom } = view.getBoundingClientRect();
  if (!lines.length || bottom <= field().getBoundingClientRect().top + 4 || !box) return;
  if (awaits) { view.scrollIntoView({ block: "end" }); return; }
  const last = lines.findLast((one) => one.matches(PEOPLE));
  if (!last) return;
  box.replaceChildren(...last.cloneNode(true).childNodes);
  box.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { box.hidden = true; }, 8000);
}

function watchLog() {
  new MutationObserver(hear).observe(byId("log"), { childList: true });
  byId("heard")?.addEventListener("click", () => {
    byId("heard").hidden = true;
    byId("log").parentElement.scrollIntoView({ block: "end" });
  });
}

export function watchLine() {
  if (!field()) return;                                          // who is not signed in says nothing
  field().addEventListener("input", () => show(candidates(field().value)));
  field().addEventListener("keydown", onKey);
  field().addEventListener("blur", () => show([]));
  field().form.addEventListener("submit", onSubmit);
  watchLog();
  list().addEventListener("mousedown", (event) => event.preventDefault());   // the field keeps the focus
  list().addEventListener("click", ({ target }) => {
    const number = [...list().children].indexOf(target.closest("[role=option]"));
    if (number >= 0) accept(number);
  });
}
