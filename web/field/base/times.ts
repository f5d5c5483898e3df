/**
 * Times in words: 24 hours, "9 Nov 06:54", the year only when it differs, in the time zone of the tablet. What Intl takes when it is first
 * used, 37 ms on a desktop, is a tenth of the start of a slow tablet: today's list asks it only where it names another day.
 */
import { serverTime } from './clock.ts';
import { language } from './words.ts';

export function clock(at: string | number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
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

/** English dates have the day first. */
function locale(): string {
  return language.value === 'en' ? 'en-GB' : language.value;
}
