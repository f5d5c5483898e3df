/** What a document says of itself, and all that an entry of it holds: whatever is sealed is to be read. */
import type { ComponentChildren } from 'preact';
import { Facts } from '../../../ui/facts.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { asWords, readable } from '../../../ui/status.ts';
import { Tag } from '../../../ui/tag.tsx';
import { usePlaces } from '../../base/sites.ts';
import { onDay } from '../../base/times.ts';
import type { DocumentPart } from '../part.ts';
import { readText } from '../plain-text.ts';

/** What facts were in the approved version, by field: those that were changed since. */
export type Were = ReadonlyMap<string, string>;

export function DocumentFacts({
  document,
  were = new Map<string, string>(),
}: Pick<DocumentPart, 'document'> & { readonly were?: Were | undefined }) {
  const { placeName } = usePlaces();
  const { project_id: project, site_id: site, work_starts_on: start, work_ends_on: end } = document;
  const fact = (field: string, words: string | null | undefined): ComponentChildren => {
    const was = were.get(field);
    if (was === undefined) return words;
    return (
      <>
        {words || 'nothing'} <Tag tone="act">Changed</Tag> <span class="second">was {dayIn(was) || 'nothing'}</span>
      </>
    );
  };
  return (
    <Panel title="The document">
      <Facts
        facts={[
          ['Title', were.has('title') && fact('title', document.title)],
          ['Type', fact('document_type', asWords(document.document_type))],
          ['Reference', fact('reference', document.reference)],
          ['Project', fact('project_id', project && placeName('project_id', project))],
          ['Site', fact('site_id', site && placeName('site_id', site))],
          ['Work begins', fact('work_starts_on', start && onDay(start))],
          ['Work ends', fact('work_ends_on', end && onDay(end))],
          ['Point of work check', fact('powra', readText(document.powra))],
          ['Permit', fact('permit', readText(document.permit))],
        ]}
      />
    </Panel>
  );
}

function dayIn(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? onDay(text) : text;
}

/** Bookkeeping, what follows from other fields, and what is shown beside it. */
const elsewhere = new Set([
  'id',
  'document_id',
  'position',
  'sort_key',
  'revision',
  'created_at',
  'updated_at',
  'created_by',
  'risk_before',
  'risk_after',
  'band_before',
  'band_after',
  'photos',
]);

/** Every field of an entry that has a value, except those that are shown already. */
export function EntryFacts({ entry, shown }: { readonly entry: object; readonly shown: readonly string[] }) {
  const facts = Object.entries(entry)
    .filter(([name]) => !elsewhere.has(name) && !shown.includes(name))
    .map(([name, value]) => [asWords(name), readable(readText(value))] as const);
  return facts.some(([, text]) => text) ? (
    <div class="whole">
      <Facts facts={facts} />
    </div>
  ) : null;
}
