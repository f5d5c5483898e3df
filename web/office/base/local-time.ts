/** Times as a field for date and time holds them: in the time zone of the reader, without seconds. */

const dayMs = 86_400_000;

/** `2026-11-24T06:54`; empty where there is none. */
export function localOf(at: string | number | null | undefined): string {
  if (at === null || at === undefined || at === '') return '';
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** In UTC, what a local time means: nothing in the hour that is left out in spring, and two times in the one that comes twice in autumn. */
export function instantsOf(local: string): readonly string[] {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return [];
  const offsets = [-dayMs, dayMs].map((ms) => new Date(asUtc + ms).getTimezoneOffset() * 60_000);
  return [...new Set(offsets)]
    .map((offset) => asUtc + offset)
    .filter((at) => localOf(at) === local)
    .toSorted((a, b) => a - b)
    .map((at) => new Date(at).toISOString());
}

/** As people say it then: "GMT", "BST", "GMT+13". */
export function zoneAt(at: string, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(new Date(at));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Of this browser, such as `Europe/London`. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
