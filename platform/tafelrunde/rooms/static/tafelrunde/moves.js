// A click gives a word, words make a move. What may be played comes with the board, in #mine: data-moves (separated by
// "|"), data-turn. Buttons with data-move play it; buttons with data-word add a word to a move that is being composed;
// buttons with data-pick="reroll 4" put a word into a set and out again, and data-picked="reroll" plays all that is in it.
// Before one's turn there may be data-premoves instead: the same clicks mark such a move, or take off the data-mark.
import { byId, likes } from "./fragments.js";
import { send } from "./socket.js";

let picked = [], sentTurn = null;
let set = new Set(), setTurn = null;                             // what data-pick says of the buttons picked together, this turn
const PLAYS = "[data-move],[data-word],[data-picked]";
let asked = null;                                                // with data-confirm: { move, turn, by }, until it is clicked again

const mine = () => byId("mine")?.dataset ?? {};
const list = (moves) => (moves ? moves.split("|") : []);
export const legal = () => list(mine().moves);
/** What can be played, or before one's turn marked. */
export const open = () => (legal().length ? legal() : list(mine().premoves));
const sorted = (words) => [...words].sort().join(" ");

/** The moves that hold all these words, the first one first. */
function fits(words) {
  return open().filter((move) => {
    const left = move.split(" ");
    return words[0] === left[0] && words.every((word) => {
      const at = left.indexOf(word);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  });
}

/** Lays over the server's board what only this browser knows: what is picked, and what can be done from here. */
export function paint() {
  if (picked.length && !fits(picked).length) picked = [];
  if (asked && (asked.turn !== mine().turn || !legal().includes(asked.move) || !likes("confirm"))) forget();
  if (sentTurn !== null && mine().turn !== sentTurn) sentTurn = null;
  const moves = open(), waiting = sentTurn !== null, marking = !legal().length;
  for (const button of document.querySelectorAll("[data-move]")) {
    const { move } = button.dataset, able = moves.includes(move);
    enable(button, !waiting && able);
    if (marking && able && !("unmark" in button.dataset)) button.setAttribute("aria-pressed", String(move === mine().mark));
    else button.removeAttribute("aria-pressed");
  }
  for (const button of document.querySelectorAll("[data-word]")) {
    const { word } = button.dataset, times = picked.filter((one) => one === word).length;
    button.setAttribute("aria-pressed", String(times > 0));
    if (times) button.dataset.times = times; else delete button.dataset.times;
    enable(button, !waiting && (word === picked[0] || wordOf(button) === asked?.by || fits([...picked, word]).length > 0));
  }
  paintSet(moves, waiting);
  for (const element of document.querySelectorAll("[data-when]")) element.hidden = element.dataset.when !== (picked[0] ?? "");
  for (const button of document.querySelectorAll(PLAYS)) button.classList.toggle("asked", wordOf(button) === asked?.by);
  warn();
}

/** What is picked together lasts for one turn, and holds only what some move could be made of. */
function paintSet(moves, waiting) {
  if (setTurn !== mine().turn) set = new Set();
  setTurn = mine().turn;
  for (const button of document.querySelectorAll("[data-pick]")) {
    const { pick } = button.dataset, [verb, word] = pick.split(" ");
    const may = moves.some((move) => move.startsWith(`${verb} `) && move.split(" ").includes(word, 1));
    if (!may) set.delete(pick);
    button.setAttribute("aria-pressed", String(set.has(pick)));
    enable(button, may && !waiting);
  }
  for (const button of document.querySelectorAll("[data-picked]")) {
    const move = together(button.dataset.picked), times = move.split(" ").length - 1;
    if (times) button.dataset.times = times; else delete button.dataset.times;
    enable(button, !waiting && moves.includes(move));
  }
}

/** A move of all that is picked together, in the order of the page. */
function together(verb) {
  const picks = [...document.querySelectorAll("[data-pick]")].map((button) => button.dataset.pick);
  return [verb, ...picks.filter((pick) => pick.startsWith(`${verb} `) && set.has(pick)).map((pick) => pick.split(" ")[1])].join(" ");
}

/** What a button stands for, also after it has been drawn anew. */
const wordOf = ({ dataset: { move, word, picked: verb } }) => (move ? `move ${move}` : verb ? `picked ${verb}` : `word ${word}`);

/** Says whether the move may be played now; who wants to confirm moves is asked first, and is not by a second click. */
function sure(move, button) {
  if (!likes("confirm") || !legal().length || (asked?.move === move && asked.by === wordOf(button))) return true;
  asked = { move, turn: mine().turn, by: wordOf(button) };
  const box = byId("asked");
  box.textContent = box.dataset.text.replace("MOVE", () => move);
  box.hidden = false;
  return false;
}

function forget() {
  asked = null;
  byId("asked").hidden = true;
}

/** Enter plays the move that is asked about, unless it is pressed where it means something else. */
export function playAsked(target) {
  if (!asked || target.closest("input,select,textarea,a,button,summary")) return false;
  const { move } = asked;
  picked = [];
  play(move);
  paint();
  return true;
}

/** What cannot be done now is still there to be read, but no stop on the way of the Tab key. */
function enable(button, yes) {
  button.setAttribute("aria-disabled", String(!yes));
  button.tabIndex = yes || button === document.activeElement ? 0 : -1;
}

/** data-warn="id;id" with data-warn-text: these may be done, but perhaps should not. */
function warn() {
  const { warn: ids, warnText } = document.querySelector("[data-warn]")?.dataset ?? {}, marked = new Set(ids?.split(";"));
  for (const hint of document.querySelectorAll(".hint")) {
    const button = hint.closest("[id]"), on = marked.has(button.id), text = on ? warnText : "";
    button.classList.toggle("warned", on);
    if (hint.textContent !== text) hint.textContent = text;
  }
}

/** The words of a composed move, one by one; the first one again takes it back. */
function pick(word, button, again) {
  if (asked?.by === wordOf(button)) { picked = []; play(asked.move); return; }
  if (asked) forget();
  if (word === picked[0]) { picked = []; return; }
  const words = [...picked, word], found = fits(words);
  if (!found.length) return;
  const whole = found.find((move) => sorted(move.split(" ")) === sorted(words));
  const go = whole && sure(whole, button);
  picked = go ? [] : words;
  if (go) act(whole, again);
}

/** Plays the move, or before one's turn marks it; the one that is marked is taken off. */
function act(move, again) {
  const { turn, mark } = mine();
  if (legal().length) play(move);
  else if (move !== mark || !again) send({ type: "premove", move: move === mark ? null : move, turn: Number(turn), ref: `mark ${turn}` });
}

function play(move) {
  const { turn } = mine();
  if (!turn || sentTurn === turn) return;                        // the second click of a double click
  if (!send({ type: "move", move, turn: Number(turn), ref: `move ${turn}` })) return;
  sentTurn = turn;
  forget();
}

/** A click on something that plays, `again` if it is the second of a double click. Says whether it was one. */
export function press(target, again) {
  const button = target.closest(`${PLAYS},[data-pick]`);
  if (!button) return false;
  if (button.getAttribute("aria-disabled") !== "true") {
    const { word, pick: one, picked: verb, move = together(verb) } = button.dataset;
    if (word) pick(word, button, again);
    else if (one) toggle(one);
    else { picked = []; if (sure(move, button)) act(move, again); }
    paint();
  }
  return true;
}

function toggle(one) {
  if (asked) forget();
  if (!set.delete(one)) set.add(one);
}

/** Takes back what has been picked. Says whether there was anything. */
export function takeBack() {
  if (!picked.length && !asked && !set.size) return false;
  picked = [];
  set.clear();
  forget();
  paint();
  return true;
}

/** The move that was sent will not come: it may be tried again. */
export function unsend(ref) {
  if (ref && !ref.startsWith("move ")) return;
  sentTurn = null;
  paint();
}
