/** What was merged by itself, newest first: of each text or list both edits, and what came of them. There is nothing to decide. */
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { useLive } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import { onDay } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { Refusal } from '../frame/refusal.tsx';
import { Screen } from '../frame/screen.tsx';
import { WayBack } from '../frame/way-back.tsx';
import { useItsDocuments } from './its-documents.ts';
import { MergedRow, type MergedEdit } from './merged-row.tsx';
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
  /** All that was read so far: newer ones come on top, and nothing that is shown goes. */
  const known = useRef<ReadonlyMap<string, MergedEdit>>(new Map());
  const note = (page: { readonly data: readonly MergedEdit[] } | undefined): void => {
    known.current = new Map([...known.current, ...(page?.data ?? []).map((each) => [each.id, each] as const)]);
  };
  note(first.value);
  /** Where those that were not read yet begin; undefined = behind the first page. */
  const [further, setFurther] = useState<string | null>();
  const work = useWork();
  const next = further === undefined ? first.value?.meta.next_cursor : further;
  const showOlder = (): Promise<void> =>
    work.run(async (attempt) => {
      const page = await attempt.listMergedEdits({ query: { cursor: next ?? undefined } });
      note(page);
      setFurther(page.meta.next_cursor);
    });
  const documents = useItsDocuments(known.current.size > 0);
  return (
    <ShownRows empty={<Empty icon="merge" title="Nothing was merged by itself yet." />} of={first}>
      {(_newest, rows = [...known.current.values()].toSorted(newestFirst)) => (
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
          {next && (
            <div class="pad choices">
              <Refusal of={work} />
              <Button busy={work.isBusy} onClick={showOlder}>
                Show older
              </Button>
              <span class="second">Back to {onDay(rows.at(-1)?.created_at ?? '')}</span>
            </div>
          )}
        </>
      )}
    </ShownRows>
  );
}

function newestFirst(one: MergedEdit, other: MergedEdit): number {
  return one.created_at + one.id < other.created_at + other.id ? 1 : -1;
}
