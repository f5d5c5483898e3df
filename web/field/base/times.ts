/** Times in words: 24 hours, "9 Nov 06:54", the year only when it differs, in the time zone of the tablet. */
import { serverTime } from './clock.ts';
import { language } from './words.ts';

export function clock(at: string | number): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(at));
}

export function day(at: string | number, now = serverTime()): string {
  const date = new Date(at);
  const year = date.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', ...year }).format(date);
}

export function weekday(at: number): string {
  return new Intl.DateTimeFormat(locale(), { weekday: 'short', day: 'numeric', month: 'short' }).format(at);
}

/** The hour alone where it is today. */
export function moment(at: string | number, now = serverTime()): string {
  return new Date(at).toDateString() === new Date(now).toDateString() ? clock(at) : `${day(at, now)} ${clock(at)}`;
}

/** "9 h 22", "0:55" below an hour; negative = over. */
export function remaining(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const [hours, rest] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')];
  return hours === 0 ? `0:${rest}` : `${hours} h ${rest}`;
}

/** English dates have the day first. */
function locale(): string {
  return language.value === 'en' ? 'en-GB' : language.value;
}
