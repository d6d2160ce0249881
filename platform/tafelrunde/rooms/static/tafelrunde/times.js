// Times as they are where the reader is. The page has them in UTC and says so.
const local = new Intl.DateTimeFormat(document.documentElement.lang === "en" ? undefined : document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** Writes all times of the page, also those that have come since. */
export function writeTimes() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const text = local.format(new Date(time.dateTime));
    if (time.textContent !== text) time.textContent = text;
  }
}

writeTimes();
