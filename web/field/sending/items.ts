/** What waits on this tablet, each item in words: what it is, and what has to happen with it. */
import type { OutboxItem } from '../../../client-sdk/outbox.ts';
import { isJsonObject } from '../../../shared/base/json.ts';
import { findResource } from '../../../shared/resources/index.ts';
import type { IconName } from '../../ui/icon.tsx';
import { plain } from '../base/content.ts';
import type { Words } from '../words/en.ts';
import type { rowWords } from '../words/en-rows.ts';
import type { sendingWords } from '../words/en-sending.ts';
import { changedLines } from './changed-lines.ts';
import { whyNotTaken } from '../frame/why-not-taken.ts';

type Said = Words & typeof sendingWords;

export interface Described {
  readonly title: string;
  readonly state: string;
  readonly icon: IconName;
  readonly needsYou: boolean;
}

const usual = 9;

/** What needs a person, then what waits in the order in which it is sent: reports and sign-offs first (client-sdk/write/priority.ts). */
export function inLine(items: readonly OutboxItem[]): readonly OutboxItem[] {
  const rank = ({ kind, reason }: OutboxItem): number =>
    reason !== null ? -1 : (findResource(kind)?.urgency?.rank ?? usual);
  return items.toSorted((a, b) => rank(a) - rank(b));
}

/** `place` = in the line of those that wait, from 1; `name` = of the record that it changes. */
export function describe(item: OutboxItem, place: number, name: string | null, words: Said): Described {
  const title = titleOf(item, name ?? subjectOf(item), words);
  if (item.reason !== null) return { title, state: reasonOf(item, words), icon: 'triangle-alert', needsYou: true };
  if (item.state === 'acked') return { title, state: words.arriving, icon: 'check-check', needsYou: false };
  if (item.isSending) return { title, state: words.sending, icon: 'arrow-up', needsYou: false };
  return { title, state: words.line(place), icon: 'clock', needsYou: false };
}

/** To which photos can be added. */
export function isReport({ kind, op }: Pick<OutboxItem, 'kind' | 'op'>): boolean {
  return kind === 'incident' && op === 'create';
}

/** What it is, and of what. */
export function titleOf(item: Pick<OutboxItem, 'kind' | 'op' | 'action'>, subject: string | null, words: Said): string {
  return `${nounOf(item, words)}${subject ? `, ${subject.slice(0, 60)}` : ''}`;
}

/** Whether the document was approved, or is being reviewed, since the tablet last saw it as a draft. */
export function isLocked({ op, reason }: OutboxItem): boolean {
  return op !== 'act' && ['document_locked', 'invalid_transition'].includes(reason?.code ?? '');
}

/** What was written, to copy. */
export function textOf({ mine, theirs }: OutboxItem, words: typeof rowWords): string {
  return Object.entries(mine)
    .map(([field, value = null]) => {
      if (isJsonObject(value) && field === 'data') return changedLines(value, theirs[field] ?? null, words);
      return typeof value === 'string' || typeof value === 'number' ? `${plain(field)}: ${String(value)}` : '';
    })
    .filter(Boolean)
    .join('\n');
}

/** What people write in their own words. */
const ownWords = ['name', 'title', 'description', 'who_at_risk', 'body', 'location', 'employer_name', 'trade'] as const;

/** The words of a record that was not taken, to be written again; none of what was signed. */
export function wordsIn({ op, kind, mine }: OutboxItem): Readonly<Record<string, string>> {
  if (op !== 'create' || findResource(kind)?.sealed) return {};
  const written = ownWords.map((field) => [field, mine[field]] as const);
  return Object.fromEntries(
    written.filter((pair): pair is [(typeof ownWords)[number], string] => typeof pair[1] === 'string'),
  );
}

function reasonOf(item: OutboxItem, words: Said): string {
  if (isLocked(item)) return words.locked;
  return item.reason ? whyNotTaken(item.reason, words) : words.needs('');
}

function nounOf({ kind, op, action }: Pick<OutboxItem, 'kind' | 'op' | 'action'>, words: Said): string {
  if (action !== null) return `${plain(action)}: ${words.nouns[kind] ?? plain(kind)}`;
  const noun = words.nouns[kind] ?? plain(kind);
  return op === 'patch' ? words.editOf(noun.toLowerCase()) : noun;
}

/** As it is named in what was written. */
export function subjectOf({
  mine,
  theirs,
}: Pick<OutboxItem, 'mine'> & Partial<Pick<OutboxItem, 'theirs'>>): string | null {
  const fields = { ...theirs, ...mine };
  const worker = fields['worker'] as { readonly name?: string } | undefined; // of a sign-off
  const subject = worker?.name ?? fields['name'] ?? fields['title'] ?? fields['file_name'] ?? fields['description'];
  return typeof subject === 'string' ? subject : null;
}
