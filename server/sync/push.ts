/**
 * `POST sync/push`: a device's commands in its own order, each with one answer that is stored with its effect. A command that was sent
 * before gets the stored answer, byte for byte; a refused one is stored and never blocks the rest.
 */
import type { Command } from '../../shared/model/command.ts';
import { isJsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import { limits, mutation, pushRequest, type Mutation, type MutationResult } from '../../shared/sync/sync.ts';
import { parse } from '../../shared/model/validation.ts';
import type { Batch, Outcome } from '../commit/batch.ts';
import { commitBatch, type RequestContext, type CommitContext } from '../commit/commit.ts';
import { findAnswers, insertAnswers } from '../store/devices/answers.ts';
import { findMutations, insertMutations, readClient, saveClient } from '../store/devices/clients.ts';
import type { DeferralTable } from '../store/tables/files.ts';
import { insertDeferrals } from '../store/devices/sent-files.ts';
import { readMutation, type IncomingMutation } from './incoming.ts';
import { keyHashOf } from './client-key.ts';
import { withFiles } from './photo-files.ts';
import { requireKnown, stepsOf } from './schema.ts';

/** The reply as JSON text, because stored answers are returned byte for byte. */
export async function push(
  commitContext: CommitContext,
  author: RequestContext,
  body: unknown,
  base: string,
): Promise<string> {
  requireFew(body);
  const request = parse(pushRequest, body);
  const { client_id: clientId } = request;
  const reply = await commitBatch(commitContext, author, async (batch) => {
    const { trx, orgId } = batch.tx;
    const client = await readClient(trx, orgId, clientId);
    const key_hash = keyHashOf(client, request.client_key);
    const last = client?.last_mutation_id ?? 0;
    const numbers = request.mutations.map(({ id }) => id);
    const results = await findAnswers(
      trx,
      orgId,
      clientId,
      numbers.filter((id) => id <= last),
    );
    const fresh = request.mutations.filter(({ id }) => id > last);
    requireOrder(fresh, last);
    requireKnown(fresh, request.schema, commitContext);
    if (fresh.length === 0) return { last, results: ordered(numbers, results) };
    const read = fresh.map((raw) => readMutation(mutation, raw, request.schema, stepsOf(commitContext)));
    const incoming = await withFiles(batch, read);
    const refusedBefore = await refusedAmong(batch, clientId, incoming, last);
    const answers = await answersTo(batch, incoming, refusedBefore, base);
    const at = batch.tx.now();
    const next = last + fresh.length;
    await saveClient(trx, orgId, { client_id: clientId, last_mutation_id: next, seen_at: at, key_hash });
    const given = answers.map(({ sent, answer }) => ({ sent, answer, result: JSON.stringify(answer) }));
    for (const { sent, result } of given) results.set(sent.id, result);
    const texts = given.map(({ result }) => result);
    if (!given.every(({ sent }, i) => sent.id === last + 1 + i)) throw new Error('answers and commands differ');
    await insertAnswers(trx, orgId, { client_id: clientId, first_id: last + 1, answers: texts, at });
    await insertMutations(
      trx,
      orgId,
      given
        .filter(({ answer: { status } }) => status === 'refused' || status === 'deferred')
        .map(({ sent: { id, raw }, answer: { status }, result }) => {
          return { client_id: clientId, mutation_id: id, status, result, command: JSON.stringify(raw), at };
        }),
    );
    await insertDeferrals(trx, deferralsOf(incoming, clientId, request.schema, author));
    return { last: next, results: ordered(numbers, results) };
  });
  const serverTime = new Date(commitContext.now()).toISOString();
  return `{"last_mutation_id":${reply.last},"results":[${reply.results.join(',')}],"server_time":"${serverTime}"}`;
}

/** The device then halves its batch and retries; checked before the commands are parsed. */
function requireFew(body: unknown): void {
  const mutations = isJsonObject(body) ? body['mutations'] : null;
  if (!Array.isArray(mutations) || mutations.length <= limits.max_mutations) return;
  throw new Problem('payload_too_large', `One push may have ${limits.max_mutations} commands.`, {
    members: { limits },
  });
}

/** New commands follow the last processed one without a gap; a gap means that the device has lost one. */
function requireOrder(fresh: readonly { readonly id: number }[], last: number): void {
  const gap = fresh.findIndex(({ id }, i) => id !== last + 1 + i);
  if (gap < 0) return;
  throw new Problem('client_gap', `Command ${last + 1 + gap} is expected next.`, {
    members: { expected: last + 1 + gap },
  });
}

function ordered(numbers: readonly number[], results: ReadonlyMap<number, string>): string[] {
  return [...new Set(numbers)].map((id) => results.get(id)).filter((result) => result !== undefined);
}

/** Refused commands of earlier pushes that some of these depend on. */
async function refusedAmong(
  batch: Batch,
  clientId: string,
  incoming: readonly IncomingMutation[],
  last: number,
): Promise<Set<number>> {
  const needed = incoming.flatMap(({ mutation: taken }) => taken?.depends_on ?? []).filter((id) => id <= last);
  if (needed.length === 0) return new Set();
  const rows = await findMutations(batch.tx.trx, batch.tx.orgId, clientId, needed);
  return new Set(rows.filter((row) => row.status === 'refused').map((row) => row.mutation_id));
}

/** Only for commands without a group: members of a group are never deferred. */
function deferred({ id, kind, recordId }: IncomingMutation): MutationResult {
  return { id, status: 'deferred', seq: 0, rev: 0, kind, record_id: recordId };
}

function deferralsOf(
  incoming: readonly IncomingMutation[],
  clientId: string,
  schema: number,
  { actor }: RequestContext,
): DeferralTable[] {
  return incoming.flatMap(({ id, awaits }) =>
    awaits === undefined
      ? []
      : [
          {
            org_id: actor.organisationId,
            sha256: awaits,
            client_id: clientId,
            mutation_id: id,
            schema_version: schema,
            actor: JSON.stringify(actor),
          },
        ],
  );
}

interface Answer {
  readonly sent: IncomingMutation;
  readonly answer: MutationResult;
}

export async function answersTo(
  batch: Batch,
  incoming: readonly IncomingMutation[],
  refused: Set<number>,
  base: string,
): Promise<Answer[]> {
  const commands = incoming.map((sent) => sent.mutation?.command).filter((command) => command !== undefined);
  await batch.read(commands);
  const answers: Answer[] = [];
  for (const group of groups(incoming)) {
    const orphan = group.some(({ mutation: taken }) => taken?.depends_on?.some((id) => refused.has(id)));
    const malformed = group.find((sent) => sent.problem)?.problem;
    const [waiting] = group.filter((sent) => sent.awaits !== undefined);
    if (waiting && !malformed && !orphan) {
      answers.push({ sent: waiting, answer: deferred(waiting) });
      continue;
    }
    const outcomes = malformed
      ? group.map((member): Outcome => ({
          status: 'refused',
          problem: member.problem ?? new Problem('txn_refused'),
          conflicts: [],
        }))
      : orphan
        ? group.map((): Outcome => ({ status: 'refused', problem: new Problem('depends_on_refused'), conflicts: [] }))
        : batch.apply(group.map((sent) => (sent.mutation as Mutation).command as Command)); // none is malformed here
    group.forEach((sent, i) => {
      const outcome = outcomes[i];
      if (!outcome) return;
      if (outcome.status === 'refused') refused.add(sent.id);
      answers.push({ sent, answer: answerOf(sent, outcome, base) });
    });
  }
  return answers;
}

/** Adjacent commands of one `txn` together, everything else alone. */
function groups(incoming: readonly IncomingMutation[]): IncomingMutation[][] {
  const found: IncomingMutation[][] = [];
  for (const sent of incoming) {
    const open = found.at(-1);
    const txn = sent.txn;
    if (txn && open?.[0]?.txn === txn) open.push(sent);
    else found.push([sent]);
  }
  return found;
}

function answerOf(sent: IncomingMutation, outcome: Outcome, base: string): MutationResult {
  return {
    id: sent.id,
    status: outcome.status,
    seq: outcome.record?.seq ?? 0,
    rev: outcome.record?.rev ?? 0,
    kind: sent.kind,
    record_id: sent.recordId,
    ...(outcome.conflicts.length > 0
      ? { conflicts: [...outcome.conflicts] as NonNullable<MutationResult['conflicts']> }
      : {}), // JSON values on both sides
    ...(outcome.problem ? { problem: outcome.problem.toBody(base) } : {}),
  };
}
