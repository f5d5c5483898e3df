/** The invitation that the link opens: read, answered, and read again where somebody else was first. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../../shared/model/problem.ts';
import {
  detailsOf,
  isEnded,
  isOutdated,
  serverOf,
  wordsOf,
  type Invitation,
  type InvitationServer,
  type Link,
} from './server.ts';

export type Answer = (server: InvitationServer, of: { invitation: string; ifRevision: number }) => Promise<Invitation>;

export interface Invited {
  /** Undefined until it is read. */
  readonly value: Invitation | undefined;
  /** Why it could not be read. */
  readonly failure: string | null;
  /** Why the link is no longer valid. */
  readonly ended: Problem | null;
  readonly isBusy: boolean;
  /** Why what was pressed was not done, and what exactly is wrong. */
  readonly refusal: string | null;
  readonly details: readonly string[];
  readonly again: () => void;
  /** Forgets the refusal: something else is begun. */
  readonly clear: () => void;
  /** Resolves with whether it was done. */
  readonly answer: (call: Answer) => Promise<boolean>;
}

const idle = { isBusy: false, refusal: null, details: [] as readonly string[] };

export function useInvitation(link: Link): Invited {
  const server = useRef<InvitationServer>(null);
  server.current ??= serverOf(link);
  const { current: rest } = server;
  const [read, setRead] = useState<Pick<Invited, 'value' | 'failure' | 'ended'>>(unread);
  const [work, setWork] = useState<Pick<Invited, 'isBusy' | 'refusal' | 'details'>>(idle);
  const load = async (): Promise<void> => {
    try {
      const value = await rest.getInvitation({ invitation: link.id });
      setRead({ ...unread, value });
    } catch (error) {
      setRead(({ value }) =>
        isEnded(error) ? { ...unread, ended: error } : { ...unread, value, failure: wordsOf(error) },
      );
    }
  };
  useEffect(() => void load(), []);
  const answer = async (call: Answer): Promise<boolean> => {
    const { value } = read;
    if (!value) return false;
    setWork({ ...idle, isBusy: true });
    try {
      const after = await call(rest, { invitation: link.id, ifRevision: value.revision });
      setRead({ ...unread, value: after });
      setWork(idle);
      return true;
    } catch (error) {
      if (isEnded(error)) setRead({ ...unread, ended: error });
      if (isOutdated(error)) await load();
      setWork({ ...idle, refusal: wordsOf(error), details: detailsOf(error) });
      return false;
    }
  };
  return {
    ...read,
    ...work,
    again: () => void load(),
    clear: () => setWork(({ isBusy }) => ({ ...idle, isBusy })),
    answer,
  };
}

const unread = { value: undefined, failure: null, ended: null };
