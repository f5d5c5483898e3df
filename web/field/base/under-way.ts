/** What was begun on this tablet and goes on: briefings, and point of work checks, each of one document. */
import { useEffect, useState } from 'preact/hooks';
import { checksToday } from '../powra/begun.ts';
import { useServerTime } from './clock.ts';
import { useSessions } from './session.ts';
import { underWay } from './talk.ts';

/** Ids of documents. */
export interface UnderWay {
  readonly briefings: readonly string[];
  readonly checks: readonly string[];
}

/** Undefined while it is read, which begins when it is asked for. */
export function useUnderWay(isAsked: boolean): UnderWay | undefined {
  const now = useServerTime();
  const sessions = useSessions();
  const [checks, setChecks] = useState<readonly string[]>();
  useEffect(() => {
    if (isAsked) void checksToday(now).then(setChecks, () => setChecks([]));
  }, [isAsked]);
  const briefings = Object.keys(sessions).filter((document) => underWay(sessions[document], now));
  return checks && { briefings, checks };
}
