/** The briefings under way on this tablet, kept, so that a tablet that restarts continues them. */
import { useEffect } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { replica } from './device.ts';
import { kept } from './kept.ts';
import { useNow, useSignal } from './signal.ts';
import { begun, underWay, type Session, type Sessions } from './talk.ts';

const sessions = kept<Sessions>('briefings', {});

/** By a decision of the briefer. */
export function briefNow(version: Shown<'version'>): Promise<void> {
  return sessions.change((before) => begun(before, version, serverTime(), true));
}

/** ms since 1970, as far as the tablet knows how wrong its clock is: as in what is signed in the briefing. */
function serverTime(): number {
  return Date.now() - (replica().status.clockOffsetMs ?? 0);
}

/** The briefing of the document, which begins if none is under way. Undefined until it is kept. */
export function useSession(document: string, version: Shown<'version'> | null | undefined): Session | undefined {
  useNow();
  const session = underWay(useSignal(sessions)[document], serverTime());
  useEffect(() => {
    if (version && !session) void sessions.change((before) => begun(before, version, serverTime()));
  }, [version, session]);
  return session;
}
