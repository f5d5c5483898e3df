/** Entries of the draft that nobody has approved yet, each with the way to write in it. */
import { replica } from '../base/device.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { editWords } from '../words/en-edit.ts';
import { Row } from '../frame/row.tsx';

export function InDraft({
  document,
  kind,
  known,
}: {
  readonly document: string;
  readonly kind: 'hazard' | 'section';
  /** Ids of those in force. */
  readonly known: readonly { readonly id: string }[];
}) {
  const words = useWords(editWords);
  const drafted = useLive<readonly { readonly id: string; readonly name?: string; readonly title?: string }[]>(
    `${kind}s of ${document}`,
    () => (kind === 'hazard' ? replica().hazards : replica().sections).watch({ document_id: document }),
  );
  const ids = new Set(known.map(({ id }) => id));
  const added = (drafted ?? []).filter(({ id }) => !ids.has(id));
  if (added.length === 0) return null;
  return (
    <section aria-label={words.inDraft} class="card list">
      <h2>{words.inDraft}</h2>
      <ul>
        {added.map(({ id, name, title }) => (
          <Row href={`/d/${document}/edit/${id}/${kind}`} icon="pen-line" key={id} title={name ?? title ?? ''} />
        ))}
      </ul>
    </section>
  );
}
