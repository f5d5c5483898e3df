/**
 * `POST sync/push`: a device's commands in its own order, each with one answer that is stored with its effect. A command that the server
 * knows gets the stored answer; a refused one is stored and never blocks the rest.
 */
import { mayWrite } from '../../shared/model/access.ts';
import { isJsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import { isAboutMissingRecord, limits, pushRequest, type CommandResult } from '../../shared/sync/sync.ts';
import { parse } from '../../shared/model/validation.ts';
import { commitBatch, type RequestContext } from '../commit/commit.ts';
import { findCommands, insertCommands } from '../store/devices/commands.ts';
import { insertDeferrals } from '../store/devices/sent-files.ts';
import type { CommandTable } from '../store/tables/commands.ts';
import type { DeferralTable } from '../store/tables/files.ts';
import type { Owned } from '../store/tables/rows.ts';
import { requireDisk } from '../photos/quota.ts';
import { currentPoint, requirePoint } from './answered-point.ts';
import { answersTo, resultOf, type Answer } from './answers.ts';
import { readCommand, type IncomingCommand } from './incoming.ts';
import { sealed, withFiles } from './photo-files.ts';
import { spend } from './rates.ts';
import { keptText } from './refused-text.ts';
import { requireKnown, stepsOf } from './schema.ts';
import type { SyncContext } from './sync-context.ts';

/** Returns the reply as JSON text. Throws `history_changed`, `out_of_order` if a predecessor is missing, and `read_only` if the token may change nothing. */
export async function push(
  context: Pick<SyncContext, 'commitContext' | 'signingKey' | 'baseUrl' | 'limiter' | 'refusedQuota'>,
  sender: RequestContext,
  body: unknown,
): Promise<string> {
  const { commitContext, signingKey } = context;
  const base = context.baseUrl();
  requireFew(body);
  const request = parse(pushRequest(), body);
  // As a whole, so that no command is used up by a wrong token.
  if (!mayWrite(sender.actor))
    throw new Problem(
      'read_only',
      `The role “${sender.actor.role}” may change nothing; what waits on the device stays there.`,
    );
  requireKnown(request.commands, request.schema, commitContext);
  const reading = { schema: request.schema, steps: stepsOf(commitContext), now: commitContext.now() };
  const commands = request.commands.map((raw) => readCommand(raw, reading));
  const seal = { key: signingKey, organisationId: sender.actor.organisationId };
  const results = await commitBatch(commitContext, sender, async (batch) => {
    const { trx, orgId } = batch.tx;
    await requirePoint(trx, request.answered, seal);
    const related = commands.flatMap(({ id, prev, dependsOn }) => [id, ...(prev ? [prev] : []), ...dependsOn]);
    const known = new Known(await findCommands(trx, orgId, related), base);
    requireOrder(commands, known, request.ahead_of);
    const { fresh, forked } = known.split(commands);
    const applying = { batch, sender: sender.actor, refused: known.refused, base };
    const answers = fresh.length === 0 ? [] : await answersTo(await withFiles(batch, fresh), applying);
    const stored = [...answers, ...forked].filter((answer) => isRecorded(answer, request.again));
    const refusals = stored.filter(({ result }) => result.status === 'refused').length;
    if (refusals > 0) {
      spend(context, sender.actor, 'refused', refusals);
      requireDisk(await commitContext.store.freeBytes(), 0);
    }
    const rows = stored.map((answer) => rowOf(answer, reading.now));
    await insertCommands(trx, orgId, await context.refusedQuota.fit(trx, orgId, rows));
    await insertDeferrals(trx, deferralsOf(stored, request.schema, sender, signingKey));
    for (const { incoming, result } of [...answers, ...forked]) known.add(incoming, JSON.stringify(result));
    return commands.map((command) => known.answerTo(command));
  });
  const serverTime = new Date(commitContext.now()).toISOString();
  const answered = await currentPoint(commitContext.store.db, seal);
  return `{"results":[${results.join(',')}],"answered":"${answered}","server_time":"${serverTime}"}`;
}

/** What the server has answered: before this push, and in it. */
class Known {
  readonly refused: ReadonlySet<string>;
  readonly #rowsById: ReadonlyMap<string, readonly CommandTable[]>;
  readonly #answers = new Map<string, string>();
  readonly #base: string;

  constructor(rows: readonly CommandTable[], base: string) {
    this.#rowsById = Map.groupBy(rows, ({ id }) => id);
    // A command that tried to take the id of another one was refused; that other one was not.
    const ids = [...this.#rowsById].filter(([, own]) => own.every(({ status }) => status === 'refused'));
    this.refused = new Set(ids.map(([id]) => id));
    this.#base = base;
  }

  has(id: string): boolean {
    return this.#rowsById.has(id);
  }

  /** The commands to apply, and those whose id belongs to another command. */
  split(commands: readonly IncomingCommand[]): { readonly fresh: IncomingCommand[]; readonly forked: Answer[] } {
    const fresh = new Map<string, IncomingCommand>();
    const forked = new Map<string, Answer>();
    /** Groups of which a member was refused before, or is now. */
    const broken = new Set<string | null>();
    for (const command of commands) {
      const { id, hash, txn } = command;
      const rows = this.#rowsById.get(id);
      const row = rows?.find((each) => each.hash === hash);
      if (row?.status === 'refused') broken.add(txn);
      if (row || fresh.get(id)?.hash === hash) continue;
      if (!rows && !fresh.has(id)) fresh.set(id, command);
      else {
        forked.set(`${id} ${hash}`, this.#fork(command));
        broken.add(txn);
      }
    }
    const whole = [...fresh.values()].map((each) =>
      each.txn && !each.problem && broken.has(each.txn) ? { ...each, problem: new Problem('txn_refused') } : each,
    );
    return { fresh: whole, forked: [...forked.values()] };
  }

  add({ id, hash }: IncomingCommand, answer: string): void {
    this.#answers.set(`${id} ${hash}`, answer);
  }

  answerTo(command: IncomingCommand): string {
    const { id, hash } = command;
    const answer = this.#answers.get(`${id} ${hash}`);
    if (answer !== undefined) return answer;
    const row = this.#rowsById.get(id)?.find((each) => each.hash === hash);
    if (!row) throw new Error(`command ${id} has no answer`);
    return row.answer ?? JSON.stringify(plainResult(command, row));
  }

  /** Refused for good: the first command under an id keeps it. It may be somebody else's, so the answer does not show it. */
  #fork(command: IncomingCommand): Answer {
    const problem = new Problem('command_forked', 'Another command has the same id; send this one again as a new one.');
    return { incoming: command, result: resultOf(command, { status: 'refused', problem, conflicts: [] }, this.#base) };
  }
}

/** The device then halves its batch and retries; checked before the commands are parsed. */
function requireFew(body: unknown): void {
  const commands = isJsonObject(body) ? body['commands'] : null;
  if (!Array.isArray(commands) || commands.length <= limits.max_commands) return;
  throw new Problem('payload_too_large', `One push may have ${limits.max_commands} commands.`, { members: { limits } });
}

/** A command is applied after its predecessor, which is in this push, or was answered before. */
function requireOrder(commands: readonly IncomingCommand[], known: Known, aheadOf: readonly string[]): void {
  const before = new Set(aheadOf);
  const missing: string[] = [];
  for (const { id, prev } of commands) {
    if (prev !== null && !before.has(prev) && !known.has(prev) && !known.has(id)) missing.push(prev);
    before.add(id);
  }
  if (missing.length === 0) return;
  throw new Problem('out_of_order', 'Send the earlier commands of this device first.', {
    members: { missing: [...new Set(missing)] },
  });
}

/** One that was damaged on its way is not kept: the device still has the sound one. Nor is one that may find its record or file later. */
function isRecorded({ incoming, result }: Answer, again: boolean): boolean {
  if (again && (result.status === 'deferred' || isAboutMissingRecord(result.problem?.code))) return false;
  return incoming.problem?.code !== 'integrity_mismatch';
}

/** What is stored of an answered command. */
export function rowOf({ incoming: { id, hash, raw }, result }: Answer, now: number): Owned<CommandTable> {
  const { status, seq, rev } = result;
  return {
    id,
    hash,
    status,
    seq,
    rev,
    received_ms: now,
    answer: isPlain(result) ? null : JSON.stringify(result),
    sent: status === 'refused' ? keptText(raw) : status === 'deferred' ? JSON.stringify(raw) : null,
    seen: null,
  };
}

/** The columns of its row tell all of it. */
function isPlain({ conflicts, problem }: CommandResult): boolean {
  return !conflicts && !problem;
}

function plainResult({ id, kind, recordId }: IncomingCommand, { status, seq, rev }: CommandTable): CommandResult {
  return { id, status: status as CommandResult['status'], seq, rev, kind, record_id: recordId }; // written by rowOf
}

function deferralsOf(
  answers: readonly Answer[],
  schema: number,
  { actor }: RequestContext,
  key: Uint8Array,
): DeferralTable[] {
  return answers.flatMap(({ incoming: { id, hash, awaits }, result }) =>
    awaits === undefined || result.status !== 'deferred'
      ? []
      : [
          sealed(
            {
              org_id: actor.organisationId,
              sha256: awaits,
              command_id: id,
              command_hash: hash,
              schema_version: schema,
              actor: JSON.stringify(actor),
            },
            key,
          ),
        ],
  );
}
