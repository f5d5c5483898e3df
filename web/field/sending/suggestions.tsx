/** Edits of this tablet that somebody else's edit met: both values are kept, and the office decides. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Icon } from '../../ui/icon.tsx';
import { plain } from '../base/content.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { sendingWords } from '../words/en-sending.ts';
import { useRecord } from './record.ts';

/** `tablet` = the name under which it writes. */
export function Suggestions({ tablet }: { readonly tablet: string }) {
  const open = useLive('conflicts', () => replica().conflicts.watch({ state: 'open' })) ?? [];
  const own = open.filter(({ author }) => author.name === tablet);
  if (own.length === 0) return null;
  return (
    <ul class="card list">
      {own.map((conflict) => (
        <Suggestion conflict={conflict} key={conflict.id} />
      ))}
    </ul>
  );
}

function Suggestion({ conflict }: { readonly conflict: Shown<'conflict'> }) {
  const words = useWords(sendingWords);
  const { record_kind: kind, record_id: id, field, mine, theirs } = conflict;
  const about = useRecord(kind, id);
  const shown = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return (
    <li class="row">
      <Icon name="info" size={28} tone="act" />
      <span class="main">
        <b>{[about?.name ?? words.nouns[kind] ?? plain(kind), plain(field).toLowerCase()].join(', ')}</b>
        <span class="second">{words.suggestion}</span>
        <span class="second kept-text">{words.bothValues(shown(mine), shown(theirs))}</span>
      </span>
    </li>
  );
}
