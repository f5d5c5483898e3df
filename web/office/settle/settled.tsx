/** What does not wait any more. A conflict whose author wrote on in the field leads to the one in its place. */
import { Panel } from '../../ui/panel.tsx';
import { Empty, Loading } from '../../ui/states.tsx';
import { everyRow } from '../base/every-row.ts';
import { useLoaded } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import type { Conflict } from './waiting.ts';

/** `open` = the conflicts that wait. */
export function Settled({ id, open }: { readonly id: string; readonly open: readonly Conflict[] }) {
  const { value: settled, failure } = useLoaded(`settled ${id}`, () =>
    everyRow((page) => rest.listConflicts({ query: { status: 'settled', ...page } })),
  );
  const conflict = settled?.data.find((each) => each.id === id);
  const next = conflict && open.find((each) => isSameDispute(each, conflict));
  return (
    <Panel title="To settle">
      {!settled && !failure ? (
        <Loading rows={1} />
      ) : next ? (
        <Empty icon="merge" title={`${next.author.name} wrote on in this field.`}>
          <a href={`/office/settle/${next.id}`}>It goes on here</a>
        </Empty>
      ) : (
        <Empty icon="circle-check" title="This was settled already, or you may not see it." />
      )}
    </Panel>
  );
}

function isSameDispute(one: Conflict, other: Conflict): boolean {
  return one.record_id === other.record_id && one.field === other.field && one.author.id === other.author.id;
}
