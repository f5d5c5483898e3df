/** What must be true of refusals after a simulated day: the office's list, the answers, and what each tablet shows or has dealt with are the same. */
import { expect } from 'vitest';
import { canonical } from '../../../shared/crypto/canonical.ts';
import type { Command } from '../../../shared/model/command.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { OutboxItem } from '../../../client-sdk/outbox.ts';
import type { Day } from './day.ts';
import { byId, familiesOf } from './families.ts';
import type { Taken } from './history.ts';

export async function checkRefused(day: Day): Promise<void> {
  const refused = day.history.taken.filter(({ result }) => result.status === 'refused');
  const listed = await listOf(day);
  expect(listed.toSorted()).toEqual(
    refused
      .map(({ id, hash, author, command, result }) => asText({ id, hash, author, command, problem: result.problem }))
      .toSorted(),
  );
  const accepted = new Set(day.history.taken.filter(({ result }) => result.status !== 'refused').map(({ id }) => id));
  for (const { name, tablets, taken } of familiesOf(day)) {
    const mine = taken.filter(({ result }) => result.status === 'refused');
    const shown: OutboxItem[] = [];
    for (const { device, answered: dealtWith } of tablets)
      shown.push(...(await device.outbox.refused()), ...dealtWith.values());
    // A copy may have been accepted by a server that was restored since.
    const own = byId(shown).filter(({ id, reason }) => !accepted.has(id) && !isLostPhoto(reason));
    // One tablet keeps the answer of before the server was restored, where a copy of it has got another since.
    const answers = new Map(mine.map((each) => [each.id, each]));
    const answered = own.map((item) => {
      const [lost, last] = [day.history.lostRefusals.get(item.id), answers.get(item.id)];
      return lost && last && asShown(item) === asAnswered(lost) ? asAnswered(last) : asShown(item);
    });
    expect(answered.toSorted(), name).toEqual(mine.map(asAnswered).toSorted());
  }
}

/** The tablet says so itself: its file went to a server that was restored since. */
function isLostPhoto(reason: OutboxItem['reason']): boolean {
  return reason?.code === 'gone';
}

interface Listed {
  readonly id: string;
  readonly hash: string;
  readonly author: object | null;
  readonly command: object;
  readonly problem: object;
}

/** As somebody in the office reads it, page by page. */
async function listOf({ world }: Day): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const { body } = await world.api<{ data: readonly Listed[]; meta: { total: number } }>(
      'GET',
      `/api/v1/sync/refused?per_page=100&page=${page}`,
    );
    for (const { id, hash, author, command, problem } of body.data)
      found.push(asText({ id, hash, author, command, problem }));
    if (body.data.length === 0 || found.length >= body.meta.total) return found;
  }
}

function asShown({ id, op, kind, record_id, action, mine, was, reason }: OutboxItem): string {
  return asText({ id, op, kind, record_id, action, mine, was, reason });
}

function asAnswered({ id, command, result }: Taken): string {
  const { op, kind, id: record_id } = command;
  const action = op === 'act' ? command.action : null;
  const was = (op === 'patch' ? command.was : undefined) ?? {};
  return asText({ id, op, kind, record_id, action, mine: valuesOf(command), was, reason: result.problem ?? null });
}

function asText(refusal: object): string {
  return canonical(refusal as JsonObject); // it came as JSON, or goes as JSON
}

/** What the person wanted, as their tablet shows it. */
export function valuesOf(command: Command): OutboxItem['mine'] {
  return command.op === 'remove' ? {} : command.op === 'act' ? command.args : command.set;
}
