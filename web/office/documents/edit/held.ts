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

export interface HeldByServer {
  /** An edit of a record for the line. `seen` as in useWritten, by member. */
  readonly edit: <Body extends object, Reply extends Rec>(
    record: Reply,
    body: Body,
    seen: Body | undefined,
    update: (attempt: Rest, body: Body & Was) => Promise<Reply>,
  ) => Change;
  /** Another edit of it was taken, with this reply. */
  readonly note: (record: Rec, reply: Rec) => void;
  /** The record as it was read, or as one's own last edit left it, if that is newer and nobody else's is in it. */
  readonly latest: <Each extends Rec>(record: Each) => Each;
}

export function useHeldByServer(): HeldByServer {
  /** The last of each record, and whether all that it has beyond what was read is one's own. */
  const replies = useRef(new Map<string, { readonly reply: Rec; readonly isOwn: boolean }>()).current;
  const written = useRef(new Map<string, { readonly said: Json; readonly held: Json }>()).current;
  const heldOf = (id: string, seen: object): object =>
    Object.fromEntries(
      Object.entries(seen as JsonObject).map(([name, value]) => {
        const last = written.get(`${id} ${name}`);
        return [name, value !== undefined && last && saysTheSame(last.said, value) ? last.held : value];
      }),
    );
  const known = (record: Rec): Rec => {
    const last = replies.get(record.id)?.reply;
    return last && last.revision > record.revision ? last : record;
  };
  /** Returns whether nobody else has written in it since `before`. */
  const noteReply = (reply: Rec, before: Rec): boolean => {
    const isAlone = reply.revision <= before.revision + 1;
    const last = replies.get(reply.id);
    replies.set(reply.id, { reply, isOwn: isAlone && (last?.reply !== before || last.isOwn) });
    return isAlone;
  };
  return {
    edit: (record, body, seen, update) => {
      const { id } = record;
      let sent: (typeof body & Was) | undefined;
      return async (attempt) => {
        // When its turn comes, and the same when it is asked again.
        sent ??= seeing(body, seen && heldOf(id, seen), record);
        const before = known(record);
        const reply = await update(attempt, sent);
        const isAlone = noteReply(reply, before);
        for (const [name, said] of Object.entries(body as JsonObject))
          // Merged with what its author has not seen, it is not what they wrote: they write on over their own words.
          if (isAlone && saysTheSame(sent.was[name], membersOf(before)[name]))
            written.set(`${id} ${name}`, { said: said ?? null, held: membersOf(reply)[name] ?? null });
          else written.delete(`${id} ${name}`);
      };
    },
    note: (record, reply) => void noteReply(reply, known(record)),
    latest: <Each extends Rec>(record: Each): Each => {
      const own = replies.get(record.id);
      return own?.isOwn && own.reply.revision > record.revision ? (own.reply as Each) : record; // of the same record
    },
  };
}

function membersOf(record: Rec): JsonObject {
  return record as unknown as JsonObject; // as the server replied
}
