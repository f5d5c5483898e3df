/** To settle: fields that two people changed differently, both values side by side, and edits that the server did not take. */
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { everyRow } from '../base/every-row.ts';
import { useLoaded } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { Screen } from '../frame/screen.tsx';
import { ConflictPanel } from './conflict.tsx';
import { RefusedRow } from './refused.tsx';

export function Settle() {
  const conflicts = useLoaded('conflicts', () =>
    everyRow((page) => rest.listConflicts({ query: { status: 'open', ...page } })),
  );
  const maySettle = useMay('conflicts:write');
  const refused = useLoaded(`refused ${maySettle}`, async () =>
    maySettle ? await everyRow((page) => rest.listRefused({ query: page })) : { data: [], meta: { total: 0 } },
  );
  return (
    <Screen title="To settle">
      <ShownRows
        empty={
          <Panel title="Two values">
            <Empty icon="merge" title="No two people wrote different values." />
          </Panel>
        }
        of={conflicts}
      >
        {(rows) =>
          rows.map((conflict) => <ConflictPanel conflict={conflict} key={conflict.id} onSettled={conflicts.again} />)
        }
      </ShownRows>
      <Panel count={refused.value?.meta.total ?? ''} title="Edits that were not taken">
        <ShownRows empty={<Empty icon="check" title="Every edit from the sites was taken." />} of={refused} rows={2}>
          {(rows) => (
            <ul class="rows">
              {rows.map((each) => (
                <RefusedRow key={each.id} refused={each} />
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
    </Screen>
  );
}
