// First steps: what the panel tells of, by data-point="id;id", is pointed at, and says so to who hears the page.
import { byId } from "./fragments.js";

let shown = "";                                                  // what has been brought into sight

function point() {
  const wanted = byId("lesson")?.dataset.point ?? "", ids = wanted ? wanted.split(";") : [];
  for (const one of document.querySelectorAll(".pointed")) {
    if (ids.includes(one.id)) continue;
    one.classList.remove("pointed");
    one.removeAttribute("aria-describedby");
  }
  for (const one of ids.map(byId)) {
    if (!one || one.classList.contains("pointed")) continue;
    one.classList.add("pointed");
    one.setAttribute("aria-describedby", "lesson-say");
  }
  if (wanted !== shown) byId(ids[0])?.scrollIntoView({ block: "nearest" });
  shown = wanted;
}

new MutationObserver(point).observe(byId("board"), { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "data-point"] });
point();
