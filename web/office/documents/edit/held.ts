/**
 * What an author saw, as the server holds it. After an edit the field shows what was written; the server may keep it otherwise, such as
 * without a blank at its end. The next edit of that field says what is there, and not what was sent.
 */
import { useRef } from 'preact/hooks';
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import { saysTheSame } from '../../../../shared/crypto/canonical.ts';
import { seeing } from '../../base/seeing.ts';
import type { Rest } from '../../base/attempt.ts';
import type { Change } from './line.ts';

interface Rec {
  readonly id: string;
  readonly revision: number;
}

type Was = { readonly was: Record<string, never> };

/** An edit of a record for the line. `seen` as in useWritten, by member. */
export type EditOf = <Body extends object, Reply extends Rec>(
  record: Reply,
  body: Body,
  seen: Body | undefined,
  update: (attempt: Rest, body: Body & Was) => Promise<Reply>,
) => Change;

export function useHeldByServer(): EditOf {
  const revisions = useRef(new Map<string, number>()).current;
  const written = useRef(new Map<string, { readonly said: Json; readonly held: Json }>()).current;
  const heldOf = (id: string, seen: object): object =>
    Object.fromEntries(
      Object.entries(seen as JsonObject).map(([name, value]) => {
        const last = written.get(`${id} ${name}`);
        return [name, value !== undefined && last && saysTheSame(last.said, value) ? last.held : value];
      }),
    );
  return (record, body, seen, update) => {
    const { id } = record;
    let sent: (typeof body & Was) | undefined;
    return async (attempt) => {
      // When its turn comes, and the same when it is asked again.
      sent ??= seeing(body, seen && heldOf(id, seen), record);
      const known = Math.max(revisions.get(id) ?? 0, record.revision);
      const reply = await update(attempt, sent);
      revisions.set(id, Math.max(known, reply.revision));
      const isAlone = reply.revision <= known + 1;
      for (const [name, said] of Object.entries(body as JsonObject))
        if (isAlone)
          written.set(`${id} ${name}`, { said: said ?? null, held: (reply as unknown as JsonObject)[name] ?? null }); // as the server replied
        else written.delete(`${id} ${name}`);
    };
  };
}
