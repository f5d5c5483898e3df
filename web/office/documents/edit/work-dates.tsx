/** The document itself: its titles, and the first and the last day of the work, to which cards have to be in date. */
import { Panel } from '../../../ui/panel.tsx';
import { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';
import { SavedField } from './saved-field.tsx';

export function WorkDates({
  document: { id, title, short_title: short, work_starts_on: starts, work_ends_on: ends },
  save,
}: {
  readonly document: DocumentPart['document'];
  readonly save: (change: () => Promise<unknown>) => Promise<void>;
}) {
  return (
    <Panel title="The document">
      <div class="pad form">
        <SavedField
          label="Title"
          name="title"
          save={(text) => void save(() => rest.updateDocument({ document: id, body: { title: text.trim() } }))}
          value={title}
        />
        <SavedField
          label="Short title, for cards and lists"
          name="short_title"
          save={(words) => void save(() => rest.updateDocument({ document: id, body: { short_title: words } }))}
          value={short ?? ''}
        />
        <div class="pair">
          <SavedField
            label="Work begins on"
            name="work_starts_on"
            save={(day) =>
              void save(() => rest.updateDocument({ document: id, body: { work_starts_on: day || null } }))
            }
            type="date"
            value={starts ?? ''}
          />
          <SavedField
            help="Cards of people have to be in date until then."
            label="Work ends on"
            name="work_ends_on"
            save={(day) => void save(() => rest.updateDocument({ document: id, body: { work_ends_on: day || null } }))}
            type="date"
            value={ends ?? ''}
          />
        </div>
      </div>
    </Panel>
  );
}
