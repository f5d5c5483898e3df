/** Days in a time zone (IANA): which one an instant belongs to, and when one begins. A zone that this machine does not know counts as UTC. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-12` of an RFC 3339 instant. */
export function dayIn(at: string, zone: string | null): string {
  return wallClock(Date.parse(at), zone).slice(0, 10);
}

/** RFC 3339, in UTC. Where a clock change leaves out midnight, the first instant after it. */
export function startOfDay(day: string, zone: string | null): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offset of the zone, at about that time and then at that time.
  const guess = midnight - offsetAt(midnight, zone);
  const at = midnight - offsetAt(guess, zone);
  return new Date(wallClock(at, zone).slice(0, 10) < day ? at + 3_600_000 : at).toISOString();
}

/** Whether a day, `2026-11-12`, is over at that instant. */
export function isDayOver(day: string, at: string, zone: string | null): boolean {
  return day < dayIn(at, zone);
}

/** The day that follows. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Whole days from one day, `2026-11-12`, to another; negative where that is past. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / 86_400_000;
}

function offsetAt(ms: number, zone: string | null): number {
  return Date.parse(`${wallClock(ms, zone)}Z`) - ms;
}

/** `2026-11-12T23:30:00` */
function wallClock(ms: number, zone: string | null): string {
  const parts = new Map(
    formatFor(zone ?? 'UTC')
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const [year, month, day, hour, minute, second] = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map(
    (name) => parts.get(name) ?? '',
  );
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = makeFormat(timeZone);
  formats.set(timeZone, made);
  return made;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit';
  const clock = {
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    hourCycle: 'h23',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { ...clock, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-CA', { ...clock, timeZone: 'UTC' });
  }
}
