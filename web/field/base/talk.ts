/** Which briefing goes on, and which begins: one is bound to the version that was told. */

export interface Session {
  readonly id: string;
  readonly version: number;
  /** Server time, as far as it is known. */
  readonly startedAt: string;
}

/** By document. */
export type Sessions = Readonly<Record<string, Session>>;

interface Told {
  readonly document_id: string;
  readonly version: number;
}

/** A night shift's talk goes on past midnight. */
const longestTalkMs = 4 * 60 * 60_000;

/** `session` if it is of today. */
export function underWay(session: Session | undefined, now: number): Session | undefined {
  if (!session) return undefined;
  const startedAt = Date.parse(session.startedAt);
  return localDay(startedAt) === localDay(now) || now - startedAt < longestTalkMs ? session : undefined;
}

/**
 * The briefing that is under way goes on, whichever version it told; else one of this version begins. `isDecided` = the briefer tells this
 * version now, also if another was told before.
 */
export function begun(
  before: Sessions,
  { document_id: document, version }: Told,
  now: number,
  isDecided = false,
): Sessions {
  const current = Object.entries(before).filter(([, each]) => underWay(each, now));
  const known = underWay(before[document], now);
  if (known && (known.version === version || !isDecided)) return Object.fromEntries(current);
  const id = `B-${localDay(now)}-${document.slice(-6)}-v${version}`;
  return { ...Object.fromEntries(current), [document]: { id, version, startedAt: new Date(now).toISOString() } };
}

/** `2026-11-24`, in the time zone of the tablet. */
export function localDay(at: string | number): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
