/**
 * One effect for each Idempotency-Key (contract, REST; rules R41 to R46).
 *
 * The handler runs whole in one transaction under the organisation's lock: it reads, commits and presents its answer there, and the
 * finished answer is stored in that very transaction. So there is never a key without its effect, an effect without its key, or a key
 * whose answer is not known yet: a crash leaves all of it or nothing, a second request waits for the lock and then finds the answer,
 * and a replay says what was said, though the resource may have changed since. The price is that presenting holds the lock too, so
 * handlers with something slow before their effect (an upload, a request to elsewhere) do that first and call `once` themselves.
 *
 * A refusal undoes its transaction, and is stored in one of its own; should another request with the key have succeeded in between,
 * that answer stands for both. What is wrong with the form of a request is not stored.
 */
import { createHash } from 'node:crypto';
import { canonical } from '../../../shared/crypto/canonical.ts';
import type { Json } from '../../../shared/base/json.ts';
import { Problem, type ProblemCode } from '../../../shared/model/problem.ts';
import { findReply, saveReply } from '../../store/access/idempotency.ts';
import type { Store } from '../../store/store.ts';
import type { WriteTransaction } from '../../store/write.ts';
import type { HandlerResult, HandlerRequest } from './handler-request.ts';
import type { RestContext } from './rest-context.ts';
import { ReplayedProblem, replayOf, textOf } from './stored-response.ts';

/** Runs the effect in one transaction, with a house that lives in it. */
type Atomically<Body> = (effect: (inside: RestContext) => Promise<HandlerResult<Body>>) => Promise<HandlerResult<Body>>;

const keptMs = 7 * 86_400_000;
/** Expired answers that are removed with each new one: more than one, so that they become fewer. */
const sweep = 20;

/** `payload` = what was sent, where it is not the JSON body. Without a key the work is simply done. */
export async function once<Body>(
  call: HandlerRequest,
  context: RestContext,
  work: (atomically: Atomically<Body>) => Promise<HandlerResult<Body>>,
  payload: Json = call.sent,
): Promise<HandlerResult<Body>> {
  if (call.idempotencyKey === undefined) return await work((effect) => effect(context));
  const slot = slotOf(call, call.idempotencyKey, payload);
  const earlier = await answered<Body>(context, context.store.db, slot);
  if (earlier) return earlier;
  try {
    return await work((effect) =>
      inTransaction(context, slot.orgId, async (inside, tx) => {
        const meanwhile = await answered<Body>(context, tx.trx, slot);
        if (meanwhile) return meanwhile;
        const answer = await effect(inside);
        await keep(context, tx, slot, answer);
        return answer;
      }),
    );
  } catch (error) {
    if (!isFinal(error)) throw error;
    const meanwhile = await inTransaction(context, slot.orgId, async (_inside, tx) => {
      const found = await answered<Body>(context, tx.trx, slot);
      if (!found) await keep(context, tx, slot, error);
      return found;
    });
    if (meanwhile) return meanwhile;
    throw error;
  }
}

/** Where an answer is kept, and what it is the answer to. */
interface Slot {
  readonly orgId: string;
  readonly scope: string;
  readonly fingerprint: string;
}

function slotOf({ actor, request }: HandlerRequest, key: string, payload: Json): Slot {
  const path = request.originalUrl.replace(/\?.*$/, '');
  return {
    orgId: actor.organisationId,
    scope: digest([actor.id, request.method, path, key]),
    fingerprint: digest(payload),
  };
}

function digest(json: Json): string {
  return createHash('sha256').update(canonical(json)).digest('hex');
}

/** What was answered before; throws the refusal that it was, or `idempotency_key_reused`. */
async function answered<Body>(
  context: RestContext,
  db: Store['db'],
  slot: Slot,
): Promise<HandlerResult<Body> | undefined> {
  const row = await findReply(db, slot.orgId, slot.scope, forgottenBefore(context));
  if (!row) return undefined;
  if (row.fingerprint !== slot.fingerprint)
    throw new Problem('idempotency_key_reused', 'The Idempotency-Key was sent before, with another body.');
  return replayOf(row.reply, context.signingKey, slot.scope);
}

async function keep(
  context: RestContext,
  { trx }: WriteTransaction,
  { orgId, scope, fingerprint }: Slot,
  reply: HandlerResult<unknown> | Problem,
): Promise<void> {
  const text = textOf(reply, context.signingKey, scope);
  const created_at = new Date(context.commitContext.now()).toISOString();
  const row = { scope, fingerprint, reply: text, created_at };
  await saveReply(trx, orgId, row, { since: forgottenBefore(context), sweep });
}

function forgottenBefore(context: RestContext): string {
  return new Date(context.commitContext.now() - keptMs).toISOString();
}

/** What the body alone decides: nothing was tried, so the body that is corrected may have the key. */
const ofTheForm: ReadonlySet<ProblemCode> = new Set([
  'validation_failed',
  'unknown_field',
  'risk_after_exceeds_before',
  'integrity_mismatch',
  'idempotency_key_reused',
]);

/** What asking again would not change: the request was understood and the state, or a test, refused it. */
function isFinal(error: unknown): error is Problem {
  return (
    error instanceof Problem &&
    (error.status === 409 || error.status === 422) &&
    !ofTheForm.has(error.code) &&
    !(error instanceof ReplayedProblem)
  );
}

/** The house as seen from inside a transaction: its store reads and writes there, and followers are woken when it is over. */
async function inTransaction<T>(
  context: RestContext,
  orgId: string,
  work: (inside: RestContext, tx: WriteTransaction) => Promise<T>,
): Promise<T> {
  const moved = new Set<string>();
  const result = await context.store.write(orgId, context.commitContext.now, async (tx) => {
    const store: Store = {
      ...context.store,
      db: tx.trx,
      write: (id, _now, nested) => {
        if (id !== orgId) throw new Error('a transaction belongs to one organisation');
        return nested(tx);
      },
      transaction: (nested) => nested(tx.trx),
    };
    const commitContext = { ...context.commitContext, store, wake: (id: string) => void moved.add(id) };
    return await work({ ...context, store, commitContext }, tx);
  });
  for (const id of moved) context.commitContext.wake(id);
  return result;
}
