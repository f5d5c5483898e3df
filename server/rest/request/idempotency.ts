/**
 * One effect for each Idempotency-Key (contract, REST; rules R41 to R46).
 *
 * The handler runs in one transaction under the organisation's lock: it reads, commits and presents its response there, and that
 * response is stored in the same transaction. So no key exists without its effect, no effect without its key, and no key without its
 * response: a crash leaves all of it or nothing, a second request waits for the lock and then finds the response, and a replay repeats
 * it even if the resource has changed since. The price is that presenting holds the lock too, so handlers with something slow before
 * their effect (an upload, an outgoing request) do that first and call `withIdempotency` themselves.
 *
 * A refusal rolls its transaction back, and is stored in another one; if a concurrent request with the key succeeded in between, its
 * response is the one for both. Errors in the form of a request are not stored.
 */
import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { canonical } from '../../../shared/crypto/canonical.ts';
import type { Json } from '../../../shared/base/json.ts';
import { Problem, type ProblemCode } from '../../../shared/model/problem.ts';
import { retentionOf } from '../../base/retention.ts';
import { findReply, saveReply } from '../../store/access/idempotency.ts';
import type { Store } from '../../store/store.ts';
import type { WriteTransaction } from '../../store/write.ts';
import type { HandlerResult, HandlerRequest } from './handler-request.ts';
import type { RestContext } from './rest-context.ts';
import { ReplayedProblem, replayOf, textOf } from './stored-response.ts';

/** Runs the effect in one transaction, with a context whose store is that transaction. */
type Atomically<Body> = (effect: (inside: RestContext) => Promise<HandlerResult<Body>>) => Promise<HandlerResult<Body>>;

/** Expired responses removed with each new one: more than one, so that their number falls. */
const sweep = 20;

/** `payload` = what identifies the request, where that is not its JSON body. Without a key the work just runs. */
export async function withIdempotency<Body>(
  request: HandlerRequest,
  context: RestContext,
  work: (atomically: Atomically<Body>) => Promise<HandlerResult<Body>>,
  payload: Json = request.sent,
): Promise<HandlerResult<Body>> {
  if (request.idempotencyKey === undefined) return await work((effect) => effect(context));
  const slot = slotOf(request, request.idempotencyKey, payload);
  const earlier = await storedResponse<Body>(context, context.store.db, slot);
  if (earlier) return earlier;
  try {
    return await work((effect) =>
      inTransaction(context, slot.orgId, async (inside, tx) => {
        const meanwhile = await storedResponse<Body>(context, tx.trx, slot);
        if (meanwhile) return meanwhile;
        const result = await effect(inside);
        await save(context, tx, slot, result);
        return result;
      }),
    );
  } catch (error) {
    if (!isFinal(error)) throw error;
    const meanwhile = await inTransaction(context, slot.orgId, async (_inside, tx) => {
      const found = await storedResponse<Body>(context, tx.trx, slot);
      if (!found) await save(context, tx, slot, error);
      return found;
    });
    if (meanwhile) return meanwhile;
    throw error;
  }
}

/** Where a response is stored, and which request it belongs to. */
interface Slot {
  readonly orgId: string;
  readonly scope: string;
  readonly fingerprint: string;
  readonly response: Response | undefined;
}

/**
 * A key belongs to the person, so that no token of theirs repeats the effect; its response belongs to the token and what it may do then,
 * so that none is shown what it could not ask for. Who signs in again asks on in another session with the same rights.
 */
function slotOf({ actor, incoming: request }: HandlerRequest, key: string, payload: Json): Slot {
  const { isSession, tokenId = null, role, scopes = null, projects = null, contractorId = null } = actor;
  const path = request.originalUrl.replace(/\?.*$/, '');
  return {
    orgId: actor.organisationId,
    scope: digest([actor.id, request.method, path, key]),
    fingerprint: digest([
      payload,
      isSession ? 'session' : tokenId,
      role,
      scopes && [...scopes],
      projects && [...projects],
      contractorId,
    ]),
    response: request.res,
  };
}

function digest(json: Json): string {
  return createHash('sha256').update(canonical(json)).digest('hex');
}

/** Throws the refusal that was stored, or `idempotency_key_reused`. */
async function storedResponse<Body>(
  context: RestContext,
  db: Store['db'],
  { orgId, scope, fingerprint, response }: Slot,
): Promise<HandlerResult<Body> | undefined> {
  const row = await findReply(db, orgId, scope, expiredBefore(context));
  if (!row) return undefined;
  if (row.fingerprint !== fingerprint)
    throw new Problem(
      'idempotency_key_reused',
      'This Idempotency-Key was already used with another body or token, or before the token’s permissions changed.',
    );
  response?.set('Idempotency-Replayed', 'true');
  return replayOf(row.reply, context.signingKey, scope);
}

async function save(
  context: RestContext,
  { trx }: WriteTransaction,
  { orgId, scope, fingerprint }: Slot,
  reply: HandlerResult<unknown> | Problem,
): Promise<void> {
  const text = textOf(reply, context.signingKey, scope);
  const created_at = new Date(context.commitContext.now()).toISOString();
  const row = { scope, fingerprint, reply: text, created_at };
  await saveReply(trx, orgId, row, { since: expiredBefore(context), sweep });
}

function expiredBefore(context: RestContext): string {
  return new Date(context.commitContext.now() - retentionOf('storedResponses')).toISOString();
}

/** Decided by the body alone: nothing was tried, so the corrected body may use the key. */
const formErrors: ReadonlySet<ProblemCode> = new Set([
  'validation_failed',
  'unknown_field',
  'risk_after_exceeds_before',
  'integrity_mismatch',
  'idempotency_key_reused',
]);

/** Refused because of the state, so that the same request would be refused again. */
function isFinal(error: unknown): error is Problem {
  return (
    error instanceof Problem &&
    (error.status === 409 || error.status === 422) &&
    !formErrors.has(error.code) &&
    !(error instanceof ReplayedProblem)
  );
}

/** The context as seen inside a transaction: its store reads and writes there, and followers are woken after the commit. */
async function inTransaction<T>(
  context: RestContext,
  orgId: string,
  work: (inside: RestContext, tx: WriteTransaction) => Promise<T>,
): Promise<T> {
  const changed = new Set<string>();
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
    const commitContext = { ...context.commitContext, store, wake: (id: string) => void changed.add(id) };
    return await work({ ...context, store, commitContext }, tx);
  });
  for (const id of changed) context.commitContext.wake(id);
  return result;
}
