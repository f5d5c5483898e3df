/** The document itself: its titles, and the first and the last day of the work, to which cards have to be in date. */
import { Panel } from '../../../ui/panel.tsx';
import type { Rest } from '../../base/attempt.ts';
import type { DocumentPart } from '../part.ts';
import type { HeldByServer } from './held.ts';
import type { Change } from './line.ts';
import { SavedField } from './saved/field.tsx';

type Body = NonNullable<Parameters<Rest['updateDocument']>[0]['body']>;

export function DocumentFields({
  document,
  edit,
  save,
}: {
  readonly document: DocumentPart['document'];
  readonly edit: HeldByServer['edit'];
  readonly save: (change: Change) => Promise<boolean>;
}) {
  const { id, title, short_title: short, work_starts_on: starts, work_ends_on: ends } = document;
  const update = (body: Body, seen: Body): Promise<boolean> =>
    save(edit(document, body, seen, (attempt, sent) => attempt.updateDocument({ document: id, body: sent })));
  return (
    <Panel part="document" title="The document">
      <div class="pad form">
        <SavedField
          label="Title"
          name="title"
          save={(text, seen) => update({ title: text.trim() }, { title: seen?.trim() })}
          value={title}
        />
        <SavedField
          label="Short title, for cards and lists"
          name="short_title"
          save={(words, seen) => update({ short_title: words }, { short_title: seen })}
          value={short ?? ''}
        />
        <div class="pair">
          <SavedField
            label="Work begins on"
            name="work_starts_on"
            save={(day, seen) =>
              update({ work_starts_on: day || null }, { work_starts_on: seen === undefined ? undefined : seen || null })
            }
            type="date"
            value={starts ?? ''}
          />
          <SavedField
            help="Cards of people have to be in date until then."
            label="Work ends on"
            name="work_ends_on"
            save={(day, seen) =>
              update({ work_ends_on: day || null }, { work_ends_on: seen === undefined ? undefined : seen || null })
            }
            type="date"
            value={ends ?? ''}
          />
        </div>
      </div>
    </Panel>
  );
}
