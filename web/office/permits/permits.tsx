/** Permits to work: the board, a new one, and one of them. */
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { useMe } from '../base/me.ts';
import { Screen } from '../frame/screen.tsx';
import { WayBack } from '../frame/way-back.tsx';
import { Board } from './board.tsx';
import { ChangePermit, NewPermit } from './write-permit.tsx';
import { Permit } from './permit.tsx';

/** `part` = `write` for its form, while it can be changed. */
export function Permits({ id, part }: { readonly id: string; readonly part: string }) {
  const mayWrite = useMe()?.permissions.includes('permits:write') ?? true;
  if (id === '') return <Board />;
  if (!mayWrite && (id === 'new' || part === 'write')) return <NotAllowed />;
  if (id === 'new') return <NewPermit />;
  return part === 'write' ? <ChangePermit id={id} key={id} /> : <Permit id={id} key={id} />;
}

function NotAllowed() {
  return (
    <Screen before={<WayBack name="Permits" to="/office/permits" />} title="Permit">
      <Panel>
        <Empty icon="shield-check" title="You may not write permits. Ask an administrator." />
      </Panel>
    </Screen>
  );
}
