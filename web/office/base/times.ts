/** Times in words: "9 Nov 06:54", the year only when it differs, 24 hours, in the time zone of the reader. */
import { serverTime } from './clock.ts';

export function onDay(text: string, now = serverTime()): string {
  const date = dateOf(text);
  const year = date.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...year }).format(date);
}

export function atTime(text: string, now = serverTime()): string {
  return `${onDay(text, now)} ${clockOf(text)}`;
}

/** "Today 12:31" where it is today. */
export function recently(text: string, now = serverTime()): string {
  const isToday = new Date(text).toDateString() === new Date(now).toDateString();
  return isToday ? `Today ${clockOf(text)}` : atTime(text, now);
}

/** "212 ms", "10.0 s" */
export function lasting(ms: number): string {
  return ms < 1000 ? `${ms}\u202fms` : `${(ms / 1000).toFixed(1)}\u202fs`;
}

/** How long ago: "20 min", "3 h", "2 days". */
export function since(text: string, now = serverTime()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(text)) / 60_000));
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return 'just now';
  if (hours < 1) return `${minutes}\u202fmin`;
  return hours < 48 ? `${hours}\u202fh` : `${Math.floor(hours / 24)} days`;
}

/** "Thursday 19 November" */
export function today(now = serverTime()): string {
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).format(now);
}

/** Cards and papers are marked, and listed as running out, from so many days before. */
export const soonDays = 60;

/** Whole days from today to that day; below 0 = it is past. */
export function daysUntil(text: string, now = serverTime()): number {
  const dayOf = (at: number): number => Math.floor((at - new Date(at).getTimezoneOffset() * 60_000) / 86_400_000);
  return dayOf(dateOf(text).getTime()) - dayOf(now);
}

/** A day alone is that day wherever its reader is, and not midnight in Greenwich. */
function dateOf(text: string): Date {
  return new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
}

function clockOf(text: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(text));
}

/** When the week of the reader began: on Monday. RFC 3339 */
export function weekBegan(now = serverTime()): string {
  const at = new Date(now);
  const days = (at.getDay() + 6) % 7;
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() - days).toISOString();
}
