/** Times as a field for date and time holds them: in the time zone of the reader, without seconds. */

/** `2026-11-24T06:54`; empty where there is none. */
export function localOf(at: string | number | null | undefined): string {
  if (at === null || at === undefined || at === '') return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** RFC 3339 in UTC; null where nothing, or no time, was written. */
export function instantOf(local: string): string | null {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
