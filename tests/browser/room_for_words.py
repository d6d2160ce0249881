"""Whether a page has room for its words: nothing is cut, lies over something else, or sticks out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from playwright.async_api import Page

WIDTHS: Final = {390: 844, 1440: 900}
FAULTS: Final = """() => {
    const faults = new Set(), { clientWidth: width, scrollWidth: wide } = document.documentElement;
    if (wide > width) faults.add(`scrolls sideways: ${wide}`);
    const name = (one) => one.outerHTML.slice(0, 110);
    const style = (one, what) => getComputedStyle(one)[what];
    const above = (one) => { const all = []; for (let up = one; up; up = up.parentElement) all.push(up); return all; };
    const forEyes = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && !one.closest(".skip, .visually-hidden, [hidden], svg, option, select, textarea")
        && !above(one).some((up) => style(up, "clipPath") !== "none");
    const shown = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
    const said = (node) => node.data.trim().slice(0, 40);
    const frames = "button, .button, .tag, .state, .chair, .count, th, td, summary, label, .die, .choice, .promise";

    for (const one of document.querySelectorAll("button, a, input, select, textarea, summary")) {
        const { left, right, width: own } = one.getBoundingClientRect();
        const scrolled = above(one).slice(1).some((up) => /auto|scroll/.test(style(up, "overflowX")));
        if (own && forEyes(one) && !scrolled && (left < -1 || right > width + 1))
            faults.add(`sticks out: ${name(one)}`);
    }

    const texts = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker(walk));) {
        const parent = node.parentElement, range = document.createRange();
        range.selectNodeContents(node);
        const floats = (up) => /fixed|sticky/.test(style(up, "position")) || up.matches(".completions, .roles");
        const over = above(parent).find(floats);
        boxes: for (const raw of range.getClientRects()) {
            if (raw.width < 1) continue;
            const box = shown(raw);
            for (const up of above(parent)) {
                const frame = up.getBoundingClientRect();
                const { overflowX: x, overflowY: y, display } = getComputedStyle(up);
                if (up.matches(frames) && (box.left < frame.left - 2 || box.right > frame.right + 2
                        || box.top < frame.top - 4 || box.bottom > frame.bottom + 4))
                    faults.add(`more than its ${up.tagName}: ${name(up)}`);
                if (display === "inline" || up === document.body || up === document.documentElement) continue;
                const ellipsis = style(up, "textOverflow") === "ellipsis";
                if (/hidden|clip/.test(x) && !ellipsis && (box.left < frame.left - 1 || box.right > frame.right + 1)
                    || /hidden|clip/.test(y) && (box.top < frame.top - 3 || box.bottom > frame.bottom + 3))
                    faults.add(`cut: ${said(node)} in ${name(up)}`);
                if (x !== "visible" || y !== "visible") {
                    box.left = Math.max(box.left, frame.left); box.right = Math.min(box.right, frame.right);
                    box.top = Math.max(box.top, frame.top); box.bottom = Math.min(box.bottom, frame.bottom);
                    if (box.left >= box.right || box.top >= box.bottom) continue boxes;
                }
            }
            if (box.left < -1 || box.right > width + 1) faults.add(`off the screen: ${said(node)}`);
            texts.push({ node, over, ...box });
        }
    }
    texts.sort((one, other) => one.top - other.top);
    texts.forEach((one, at) => {
        for (const other of texts.slice(at + 1)) {
            if (other.top >= one.bottom) break;
            if (one.node === other.node || one.over !== other.over) continue;
            const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const down = Math.min(one.bottom, other.bottom) - other.top;
            const least = Math.min(one.bottom - one.top, other.bottom - other.top);
            if (across > 2 && down > 0.35 * least)
                faults.add(`over each other: ${said(one.node)} | ${said(other.node)}`);
        }
    });
    return [...faults];

    function walker(walk) {
        for (let node; (node = walk.nextNode());) if (node.data.trim() && forEyes(node.parentElement)) return node;
        return null;
    }
}"""


async def has_room(page: Page, name: str = "") -> list[str]:
    """What is amiss, on a phone and on a desk; where the variable LOOKS names a folder, pictures are left there."""
    found = []
    for width, height in WIDTHS.items():
        await page.set_viewport_size({"width": width, "height": height})
        found += [f"{name or page.url} at {width}: {fault}" for fault in await page.evaluate(FAULTS)]
        if folder := os.environ.get("LOOKS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            await page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)
    return found
