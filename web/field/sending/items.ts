/** What waits on this tablet, each item in words: what it is, and what has to happen with it. */
import type { OutboxItem } from '../../../client-sdk/outbox.ts';
import { findResource } from '../../../shared/resources/index.ts';
import type { IconName } from '../../ui/icon.tsx';
import { plain } from '../base/content.ts';
import type { Words } from '../words/en.ts';
import type { sendingWords } from '../words/en-sending.ts';

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

/** `place` = in the line of those that wait, from 1. */
export function describe(item: OutboxItem, place: number, words: Said): Described {
  const title = `${nounOf(item, words)}${subjectOf(item)}`;
  if (item.reason !== null)
    return { title, state: words.needs(item.reason.detail), icon: 'triangle-alert', needsYou: true };
  if (item.state === 'acked') return { title, state: words.arriving, icon: 'check-check', needsYou: false };
  return { title, state: words.line(place), icon: 'clock', needsYou: false };
}

function nounOf({ kind, op, action }: OutboxItem, words: Said): string {
  if (action !== null) return `${plain(action)}: ${words.nouns[kind] ?? plain(kind)}`;
  const noun = words.nouns[kind] ?? plain(kind);
  return op === 'patch' ? words.editOf(noun.toLowerCase()) : noun;
}

function subjectOf({ mine, theirs }: OutboxItem): string {
  const fields = { ...theirs, ...mine };
  const worker = fields['worker'] as { readonly name?: string } | undefined; // of a sign-off
  const subject = worker?.name ?? fields['name'] ?? fields['title'] ?? fields['description'];
  return typeof subject === 'string' ? `, ${subject.slice(0, 60)}` : '';
}
