/** Everything acknowledged is on the server once, or is listed: refused on a tablet, or in a conflict with both values. */
import type { JsonObject } from '../../shared/base/json.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { OutboxLine, Row } from './orders.ts';
import type { Report } from './report.ts';

export interface Shown {
  readonly server: readonly Row[];
  readonly refused: readonly OutboxLine[];
}

type Found = Pick<Report, 'lost' | 'doubled' | 'listed' | 'disputed'>;

export function checkWork(ledger: Ledger, { server, refused }: Shown): Found {
  const byId = new Map(server.map((row) => [row.id, row]));
  const conflictText = textOf(server.filter(({ kind }) => kind === 'conflict'));
  const versions = server.filter(({ kind }) => kind === 'version').map(({ body }) => JSON.stringify(body));
  const refusedText = refused.map(({ text, record }) => `${record} ${text}`).join('\n');
  const timesByWord = countWords(server);
  const lost: string[] = [];
  const doubled: string[] = [];
  let [listed, disputed] = [0, 0];
  for (const entry of ledger.entries.values()) {
    const { word, record, shape } = entry;
    if (shape === 'removal') continue;
    const times = shape === 'decision' ? 1 : (timesByWord.get(word) ?? 0);
    // A title may have been written over since.
    const isThere = times > 0 || (shape === 'record' && byId.has(record));
    const isDisputed = conflictText.includes(word);
    const isListed = refusedText.includes(word) || (shape === 'record' && refusedText.includes(record));
    if (isDisputed) disputed += 1;
    if (isListed) listed += 1;
    if (shape === 'decision') {
      const version = versions.find((text) => text.includes(word));
      const approved = version?.match(/"title":"(Lift [^"]+)"/)?.[1];
      if (version && approved !== entry.seen) lost.push(`${say(entry)} approved what its author did not see`);
      continue;
    }
    if (times > 1 && !isDisputed) doubled.push(`${say(entry)}: ${times} times`);
    const isRemoved =
      !byId.has(record) && ledger.removals.some((each) => each.record === record && each.seen?.includes(word));
    if (!isThere && !isDisputed && !isListed && !isRemoved)
      lost.push(`${say(entry)}, which is now ${JSON.stringify(byId.get(record)?.body ?? null)}`);
  }
  for (const word of ledger.unsure) {
    const times = timesByWord.get(word) ?? 0;
    if (times > 1 && !ledger.entries.has(word) && !conflictText.includes(word)) doubled.push(`${word}: ${times} times`);
  }
  return { lost, doubled, listed, disputed };
}

function say({ word, move, by, record }: Entry): string {
  return `${word}: ${move} by ${by} on ${record}`;
}

function textOf(rows: readonly Row[]): string {
  return JSON.stringify(rows.map(({ body }) => body));
}

/** A version holds copies of what is written elsewhere, and a permit's log repeats its lists. */
function countWords(server: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, body } of server) {
    if (kind === 'version' || kind === 'conflict') continue;
    for (const [word, count] of wordsIn(body)) counts.set(word, (counts.get(word) ?? 0) + count);
  }
  return counts;
}

/** How often each is in one body: in the member that has it most often. */
function wordsIn(body: JsonObject): Map<string, number> {
  const most = new Map<string, number>();
  for (const member of Object.values(body)) {
    const counts = new Map<string, number>();
    const parts = Array.isArray(member) ? member.map((each) => new Set(matches(each))) : [matches(member)];
    for (const word of parts.flatMap((words) => [...words])) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) most.set(word, Math.max(count, most.get(word) ?? 0));
  }
  return most;
}

function matches(value: unknown): string[] {
  return JSON.stringify(value ?? null).match(/word\d+ends/g) ?? [];
}
