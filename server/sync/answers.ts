/** Applies the commands of a push, group by group, and answers each. */
import type { Command } from '../../shared/model/command.ts';
import type { Actor, EarlierLimits, Person } from '../../shared/model/access.ts';
import { Authors } from './authors.ts';
import { Problem, type ProblemCode } from '../../shared/model/problem.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import { madeAtMs } from '../../shared/sync/command-identity.ts';
import type { CommandResult } from '../../shared/sync/sync.ts';
import type { Batch, Outcome } from '../commit/batch.ts';
import type { IncomingCommand } from './incoming.ts';
import { shortRefusal } from './refused-text.ts';

export interface Answer {
  readonly incoming: IncomingCommand;
  readonly result: CommandResult;
}

export interface Applying {
  readonly batch: Batch;
  readonly sender: Actor;
  /** Ids of commands that were refused before. */
  readonly refused: ReadonlySet<string>;
  /** Base of the links in problems. */
  readonly base: string;
}

export async function answersTo(
  commands: readonly IncomingCommand[],
  { batch, ...applying }: Applying,
): Promise<Answer[]> {
  const authors = await Authors.of(commands, applying.sender, batch.tx);
  await batch.read(commands.map(({ command }) => command).filter((command) => command !== undefined));
  const refused = new Set(applying.refused);
  const answers: Answer[] = [];
  const settled = settledAfter(commands);
  for (const group of groups(commands)) {
    const results = answersToGroup(group, { refused, settled }, authors, { batch, ...applying });
    for (const [i, incoming] of group.entries()) {
      const result = results[i];
      if (!result) continue;
      if (result.status === 'refused') refused.add(incoming.id);
      answers.push({ incoming, result });
    }
  }
  return answers;
}

function answersToGroup(
  group: readonly IncomingCommand[],
  { refused, settled }: { readonly refused: ReadonlySet<string>; readonly settled: ReturnType<typeof settledAfter> },
  authors: Authors,
  { batch, sender, base }: Applying,
): CommandResult[] {
  const isMalformed = group.some(({ problem }) => problem !== undefined);
  const isOrphan = group.some(({ dependsOn }) => dependsOn.some((id) => refused.has(id)));
  if (isMalformed || isOrphan) {
    const reason = isMalformed ? 'txn_refused' : 'depends_on_refused';
    return group.map((each) => resultOf(each, refusal(each.problem ?? new Problem(reason)), base));
  }
  // Members of a group are never deferred.
  if (group[0]?.awaits !== undefined) return [deferred(group[0])];
  const commands = group.map(({ command }) => command as Command); // none is malformed
  const outcomes = applied(
    batch,
    commands,
    authors.authorOf(group[0]),
    earlierLimits(sender, group, Date.parse(batch.tx.now())),
    group.flatMap(({ id }) => settled.get(id) ?? []),
  );
  return group.map((each, i) => resultOf(each, outcomes[i] ?? refusal(new Problem('internal_error')), base));
}

/** By the edit with which a device decides a conflict, the ids of those that it settles next: a decision is no further edit (MG32). */
function settledAfter(commands: readonly IncomingCommand[]): ReadonlyMap<string, readonly string[]> {
  const settled = new Map<string, string[]>();
  for (const { command, dependsOn } of commands) {
    if (command?.op !== 'act') continue;
    for (const edit of dependsOn) settled.set(edit, [...(settled.get(edit) ?? []), command.id]);
  }
  return settled;
}

/** Refusals of what the token may not see, or not write. */
const outOfSight: readonly (ProblemCode | undefined)[] = ['not_found', 'reference_unknown', 'id_conflict', 'forbidden'];

/** By the limits of now; what is out of sight then, by those under which it was made, each by itself (SY121). */
function applied(
  batch: Batch,
  commands: readonly Command[],
  author: Person,
  earlier: readonly EarlierLimits[],
  settled: readonly string[],
): Outcome[] {
  const isOutOfSight = (outcomes: readonly Outcome[]): boolean =>
    outcomes.some(({ problem }) => outOfSight.includes(problem?.code));
  const now = batch.apply(commands, author, null, settled);
  if (!isOutOfSight(now)) return now;
  for (const limits of earlier) {
    const then = batch.apply(commands, author, limits, settled);
    if (!isOutOfSight(then)) return then.map((outcome) => withoutValues(outcome));
  }
  return now;
}

/** The sender may not see any more what others wrote there; those who settle the conflict see it whole (SY122). */
function withoutValues({ conflicts, problem, ...outcome }: Outcome): Outcome {
  const hidden = { was: null, theirs: null, mine: null, proposal: null };
  return {
    ...outcome,
    conflicts: conflicts.map(({ field, kept }) => ({ field, kept, ...hidden })),
    ...(problem && { problem: new Problem(problem.code) }),
  };
}

/** How long a tablet may work without signal, and not hear that it was moved. */
const unheardMs = 30 * 86_400_000;

/** What the sender was limited to when it made the commands, or since: a tablet that was moved has not lost what it made before. */
function earlierLimits(
  { projects, pastProjects = [] }: Actor,
  group: readonly IncomingCommand[],
  nowMs: number,
): readonly EarlierLimits[] {
  if (!projects) return [];
  // The last of them decides for all.
  const begun = Math.max(...group.map(begunAtMs));
  const graceMs = group.every(isEvidence) ? unheardMs : 0;
  // A time that is still to come is that of a wrong clock, and says nothing of when it was made.
  return pastProjects.filter(({ untilMs }) => begun < untilMs + graceMs || begun > nowMs);
}

/** Photos and reports have their ids since they were begun, and their commands since they were complete. */
function begunAtMs(made: IncomingCommand): number {
  const { id, recordId } = made;
  const hasTime = recordId[14] === '7'; // of UUIDs, version 7 alone
  return isEvidence(made) && hasTime ? Math.min(madeAtMs(id), madeAtMs(recordId)) : madeAtMs(id);
}

function isEvidence({ command }: IncomingCommand): boolean {
  return command?.op === 'create' && resourceOf(command.kind).takenAfterMove === true;
}

function refusal(problem: Problem): Outcome {
  return { status: 'refused', problem, conflicts: [] };
}

/** Adjacent commands of one `txn` together, everything else alone. */
function groups(commands: readonly IncomingCommand[]): IncomingCommand[][] {
  const found: IncomingCommand[][] = [];
  for (const each of commands) {
    const open = found.at(-1);
    if (each.txn && open?.[0]?.txn === each.txn) open.push(each);
    else found.push([each]);
  }
  return found;
}

function deferred({ id, kind, recordId }: IncomingCommand): CommandResult {
  return { id, status: 'deferred', seq: 0, rev: 0, kind, record_id: recordId };
}

export function resultOf({ id, kind, recordId }: IncomingCommand, outcome: Outcome, base: string): CommandResult {
  const { status, record, conflicts, problem } = outcome;
  return shortRefusal({
    id,
    status,
    seq: record?.seq ?? 0,
    rev: record?.rev ?? 0,
    kind,
    record_id: recordId,
    ...(conflicts.length > 0 ? { conflicts: [...conflicts] as NonNullable<CommandResult['conflicts']> } : {}), // JSON values on both sides
    ...(problem ? { problem: problem.toBody(base) } : {}),
  });
}
