/** What was merged by itself, newest first: of each text or list both edits, and what came of them. There is nothing to decide. */
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { useLive } from '../base/loaded.ts';
import { useOlder } from '../frame/older.ts';
import { rest } from '../base/server.ts';
import { onDay } from '../base/times.ts';
import { Screen } from '../frame/screen.tsx';
import { ShowOlder } from '../frame/show-older.tsx';
import { WayBack } from '../frame/way-back.tsx';
import { useItsDocuments } from './its-documents.ts';
import { MergedRow } from './merged-row.tsx';
import { useMergedThisWeek } from './merged-this-week.tsx';

const perPage = 20;

export function MergedEdits() {
  const week = useMergedThisWeek();
  return (
    <Screen before={<WayBack name="To settle" to="/office/settle" />} title="What was merged">
      <Panel title="Merged by themselves" {...(week === undefined ? {} : { count: `This week: ${week}` })}>
        <List />
      </Panel>
    </Screen>
  );
}

function List() {
  const first = useLive('merged edits', () => rest.listMergedEdits({ query: { per_page: perPage } }));
  const older = useOlder(first.value, (attempt, cursor) => attempt.listMergedEdits({ query: { cursor } }));
  const documents = useItsDocuments(older.rows.length > 0);
  return (
    <ShownRows empty={<Empty icon="merge" title="Nothing was merged by itself yet." />} of={first}>
      {(_newest, { rows } = older) => (
        <>
          <div class="pad second">
            Two people changed one text or list at once, and both changes are in it now. Nobody has to decide anything:
            look whether it still says what it should.
          </div>
          <ul class="merges">
            {rows.map((each) => (
              <MergedRow document={documents.get(each.document_id ?? '')} edit={each} key={each.id} />
            ))}
          </ul>
          <ShowOlder of={older}>
            <span class="second">Back to {onDay(rows.at(-1)?.created_at ?? '')}</span>
          </ShowOlder>
        </>
      )}
    </ShownRows>
  );
}
