/** A briefing under way: bound to one version on one day, and kept, so that a tablet that restarts continues it. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { keep, readKept } from '../base/kept.ts';

export interface Session {
  readonly id: string;
  readonly version: number;
  /** Device time. */
  readonly startedAt: string;
}

export async function sessionOf({ document_id: document, version }: Shown<'version'>, now: number): Promise<Session> {
  const key = `briefing ${document}`;
  const kept = await readKept<Session>(key);
  const isToday = kept && new Date(kept.startedAt).toDateString() === new Date(now).toDateString();
  if (kept && isToday && kept.version === version) return kept;
  const startedAt = new Date(now).toISOString();
  const session = { id: `B-${startedAt.slice(0, 10)}-${document.slice(-6)}-v${version}`, version, startedAt };
  await keep(key, session);
  return session;
}
