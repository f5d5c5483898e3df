/** Everything as the version under review has it, with what became of each entry since the approved one; the keys of the changes work here. */
import { Facts } from '../../../ui/facts.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { DocumentPart } from '../part.ts';
import { Reader } from '../read/reader.tsx';
import type { Change, ChangedEntry } from './changes.ts';
import { KindTag } from './kind-tag.tsx';
import { useChangeKeys } from './use-change-keys.ts';

export function Whole({
  document,
  changes,
  since,
  comment,
}: Pick<DocumentPart, 'document'> & {
  readonly changes: readonly ChangedEntry[];
  /** The approved version; null = there is none. */
  readonly since: number | null;
  /** Absent = nobody can comment now. */
  readonly comment?: (place: string) => void;
}) {
  const removed = changes.filter(({ kind }) => kind === 'removed');
  const facts = changes.find(({ key }) => key === 'document');
  const around = useChangeKeys<HTMLDivElement>(comment);
  return (
    <div class="stack" ref={around}>
      {removed.length > 0 && (
        <Panel count={removed.length} title={`Removed since version ${since}`}>
          <ul class="rows">
            {removed.map(({ key, place, title, kind, changes: fields }) => (
              <li data-place={place} key={key} tabIndex={-1}>
                <span class="main title">
                  {title} <KindTag kind={kind} />
                </span>
                <div class="whole">
                  <Facts facts={fields.filter(isBesideTitle).map(({ label, before }) => [label, before])} />
                </div>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Reader
        document={document}
        tags={new Map(changes.map(({ key, kind }) => [key, <KindTag kind={kind} />]))}
        were={new Map(facts?.changes.map(({ name, before }) => [name, before]))}
      />
    </div>
  );
}

const inTitle: readonly string[] = ['title', 'name', 'substance_name'];

function isBesideTitle({ name }: Change): boolean {
  return !inTitle.includes(name);
}
