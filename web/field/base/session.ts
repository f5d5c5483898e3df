/** The briefings under way on this tablet, kept, so that a tablet that restarts continues them. */
import { useEffect } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { serverTime, useServerTime } from './clock.ts';
import { kept } from './kept.ts';
import { useSignal } from './signal.ts';
import { begun, underWay, type Session, type Sessions } from './talk.ts';

const sessions = kept<Sessions>('briefings', {});

/** By a decision of the briefer. */
export function briefNow(version: Shown<'version'>): Promise<void> {
  return sessions.change((before) => begun(before, version, serverTime(), true));
}

/** The briefing under way, with a change to who tells it; nothing where another began meanwhile. */
export function changeSession({ id }: Session, change: Partial<Session>): Promise<void> {
  return sessions.change((before) =>
    Object.fromEntries(
      Object.entries(before).map(([document, each]) => [document, each.id === id ? { ...each, ...change } : each]),
    ),
  );
}

/** By document. */
export function useSessions(): Sessions {
  return useSignal(sessions);
}

/** The briefing of the document, which begins if none is under way. Undefined until it is kept. */
export function useSession(document: string, version: Shown<'version'> | null | undefined): Session | undefined {
  const session = underWay(useSignal(sessions)[document], useServerTime());
  useEffect(() => {
    if (version && !session) void sessions.change((before) => begun(before, version, serverTime()));
  }, [version, session]);
  return session;
}

/** The talk is over when the first person is at the line, on the tablet or with a phone. */
export function useTalkEnd(session: Session | undefined, version: Shown<'version'> | null | undefined): void {
  const isTold = session !== undefined && session.endedAt === undefined && version?.version === session.version;
  useEffect(() => {
    if (isTold) void changeSession(session, { endedAt: new Date(serverTime()).toISOString() });
  }, [isTold]);
}
