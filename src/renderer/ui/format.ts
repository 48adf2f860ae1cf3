/** Dates and numbers in English, like the pages, and with the names of months, so that no month is taken for a day. */
const language = "en-GB";
const dates = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
const moments = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const times = new Intl.DateTimeFormat(language, { timeStyle: "medium" });
const numbers = new Intl.NumberFormat(language);

/** `23 Nov 2026` */
export const dateText = (moment: string | number): string => dates.format(new Date(moment));

const days = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
const months = new Intl.DateTimeFormat(language, { month: "short", year: "numeric", timeZone: "UTC" });

/** A day, month or year as ISO 8601 writes it, the same in every time zone: `23 Nov 2026`, `Nov 2026`, `2026`. */
export function recordDateText(date: string): string {
  if (date.length === 4) return date;
  return (date.length === 7 ? months : days).format(new Date(date));
}

/** `23 Nov 2026, 17:05` */
export const momentText = (moment: string | number): string => moments.format(new Date(moment));

/** `17:05:09` */
export const timeText = (moment: string | number): string => times.format(new Date(moment));

/** `50,000` */
export const numberText = (value: number): string => numbers.format(value);

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** Time left on a clock: `5:00`, `1:02:03`; below zero it is zero. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = twoDigits(seconds % 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}
