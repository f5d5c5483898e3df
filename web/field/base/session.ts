/** The briefings under way on this tablet, kept, so that a tablet that restarts continues them. */
import { useEffect } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { kept } from './kept.ts';
import { useNow, useSignal } from './signal.ts';
import { begun, underWay, type Session, type Sessions } from './talk.ts';

const sessions = kept<Sessions>('briefings', {});

/** By a decision of the briefer. */
export function briefNow(version: Shown<'version'>): Promise<void> {
  return sessions.change((before) => begun(before, version, Date.now(), true));
}

/** The briefing of the document, which begins if none is under way. Undefined until it is kept. */
export function useSession(document: string, version: Shown<'version'> | null | undefined): Session | undefined {
  const now = useNow();
  const session = underWay(useSignal(sessions)[document], now);
  useEffect(() => {
    if (version && !session) void sessions.change((before) => begun(before, version, Date.now()));
  }, [version, session]);
  return session;
}
