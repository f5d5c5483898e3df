/** Which briefing goes on, and which begins: one is bound to the version that was told. */
import type { Somebody } from './people.ts';

export interface Session {
  readonly id: string;
  readonly version: number;
  /** Server time, as far as it is known. */
  readonly startedAt: string;
  /** When the first person was at the line: the talk itself was over. */
  readonly endedAt?: string;
  readonly briefedBy?: Somebody | null;
  readonly interpretation?: Interpretation | null;
  readonly interpreter?: string;
}

/** How people who do not read English were told. */
export type Interpretation = 'none_needed' | 'bilingual_colleague' | 'professional_interpreter' | 'none_provided';

/** By document. */
export type Sessions = Readonly<Record<string, Session>>;

interface Told {
  readonly document_id: string;
  readonly version: number;
}

/** A night shift's talk goes on past midnight. */
const longestTalkMs = 4 * 60 * 60_000;
/** Further in the future a talk cannot have begun: the clock was ahead, and was put right. */
const unevenMs = 10 * 60_000;

/** `session` if it is of today. */
export function underWay(session: Session | undefined, now: number): Session | undefined {
  if (!session) return undefined;
  const startedAt = Date.parse(session.startedAt);
  if (startedAt - now > unevenMs) return undefined;
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
  // The person who told the version before tells this one too, until another is named.
  const { briefedBy = null, interpretation = null, interpreter = '' } = known ?? {};
  const fresh = { id, version, startedAt: new Date(now).toISOString(), briefedBy, interpretation, interpreter };
  return { ...Object.fromEntries(current), [document]: fresh };
}

/** `2026-11-24`, in the time zone of the tablet. */
export function localDay(at: string | number): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
