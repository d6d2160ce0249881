// Times as they are where the reader is. The page has them in UTC and says so.
const local = new Intl.DateTimeFormat(document.documentElement.lang === "en" ? undefined : document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

for (const time of document.querySelectorAll("time[datetime]")) time.textContent = local.format(new Date(time.dateTime));
