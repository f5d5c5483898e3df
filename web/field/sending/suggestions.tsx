/** Edits of this tablet that somebody else's edit met: both values are kept, and the office decides. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { isJsonObject, type Json } from '../../../shared/base/json.ts';
import { sameJson } from '../../../shared/crypto/canonical.ts';
import { removal, standingSide } from '../../../shared/merge/merge.ts';
import { Icon } from '../../ui/icon.tsx';
import { plain } from '../base/content.ts';
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { rowWords } from '../words/en-rows.ts';
import { sendingWords } from '../words/en-sending.ts';
import { changedLines } from './changed-lines.ts';
import { useFieldsNow, useRecord } from './record.ts';

const parts = { ...sendingWords, ...rowWords };

export function Suggestions() {
  const open = useLive('conflicts', () => replica().conflicts.watch({ state: 'open' })) ?? [];
  const own = open.filter(isOwn);
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
  const words = useWords(parts);
  const { record_kind: kind, record_id: id, field, mine } = conflict;
  const fields = useFieldsNow(kind, id);
  const about = useRecord(kind, id);
  if (fields === undefined) return null;
  // What the office has written or settled since counts, and of two ratings the safer one.
  const now = fields?.[field] ?? (fields && field !== removal ? null : standingSide(conflict));
  return (
    <li class="row">
      <Icon name="info" size={28} tone="act" />
      <span class="main">
        <b>{[about?.name ?? words.nouns[kind] ?? plain(kind), plain(field).toLowerCase()].join(', ')}</b>
        {!sameJson(now, mine) && <span class="second">{words.suggestion}</span>}
        <span class="second kept-text">{words.bothValues(shown(mine, now, words), shown(now, mine, words))}</span>
      </span>
    </li>
  );
}

function shown(value: Json, other: Json, words: typeof rowWords): string {
  if (value === null) return '–';
  if (isJsonObject(value)) return changedLines(value, other, words) || '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** By id: the office renames tablets, and a new code makes another actor. */
function isOwn({ author: { id } }: Shown<'conflict'>): boolean {
  return id !== null && id !== undefined && replica().actorIds.includes(id);
}
