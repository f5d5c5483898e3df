/** The contractors whose insurance or scheme membership runs out, beside the people whose cards do. */
import { LinkRow } from '../../ui/link-row.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { useLive } from '../base/loaded.ts';
import { soonDays } from '../base/times.ts';
import { Accreditations, byExpiry, readActive, soonOf } from './accreditations.tsx';

export function Papers() {
  const list = useLive('papers', async () => {
    const { data } = await readActive();
    return { data: data.filter((contractor) => soonOf(contractor).length > 0).toSorted(byExpiry) };
  });
  return (
    <Panel count={list.value?.data.length ?? ''} title="Contractors">
      <ShownRows
        empty={<Empty icon="hard-hat" title={`No paper of a contractor runs out within ${soonDays} days.`} />}
        of={list}
      >
        {(rows) => (
          <ul class="rows">
            {rows.map((row) => (
              <LinkRow
                about={[row.trade]}
                href={`/office/contractors/${row.id}`}
                icon="hard-hat"
                key={row.id}
                title={row.name}
              >
                <Accreditations contractor={row} isShort />
              </LinkRow>
            ))}
          </ul>
        )}
      </ShownRows>
    </Panel>
  );
}
