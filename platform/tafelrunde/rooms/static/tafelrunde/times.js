// Times as they are where the reader is, written as the page's language is where the reader is. The page has them in UTC
// and says so.
const { lang } = document.documentElement;
const variety = navigator.languages.find((one) => one.split("-")[0] === lang) ?? lang;
const local = new Intl.DateTimeFormat(variety, { dateStyle: "medium", timeStyle: "short" });

/** Writes all times of the page, also those that have come since. */
export function writeTimes() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const text = local.format(new Date(time.dateTime));
    if (time.textContent !== text) time.textContent = text;
  }
}

writeTimes();
