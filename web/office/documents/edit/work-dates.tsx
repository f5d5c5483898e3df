/** The document itself: its titles, and the first and the last day of the work, to which cards have to be in date. */
import { Panel } from '../../../ui/panel.tsx';
import { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';
import { seeing } from '../../base/seeing.ts';
import { SavedField } from './saved-field.tsx';

type Body = NonNullable<Parameters<typeof rest.updateDocument>[0]['body']>;

export function WorkDates({
  document,
  save,
}: {
  readonly document: DocumentPart['document'];
  readonly save: (change: () => Promise<unknown>) => Promise<boolean>;
}) {
  const { id, title, short_title: short, work_starts_on: starts, work_ends_on: ends } = document;
  const update = (body: Body, seen: Body): Promise<boolean> =>
    save(() => rest.updateDocument({ document: id, body: seeing(body, seen, document) }));
  return (
    <Panel title="The document">
      <div class="pad form">
        <SavedField
          label="Title"
          name="title"
          save={(text, seen) => update({ title: text.trim() }, { title: seen })}
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
            save={(day, seen) => update({ work_starts_on: day || null }, { work_starts_on: seen })}
            type="date"
            value={starts ?? ''}
          />
          <SavedField
            help="Cards of people have to be in date until then."
            label="Work ends on"
            name="work_ends_on"
            save={(day, seen) => update({ work_ends_on: day || null }, { work_ends_on: seen })}
            type="date"
            value={ends ?? ''}
          />
        </div>
      </div>
    </Panel>
  );
}
