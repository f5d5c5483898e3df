/** Permits to work: the board, a new one, and one of them. */
import { Board } from './board.tsx';
import { ChangePermit, NewPermit } from './write-permit.tsx';
import { Permit } from './permit.tsx';

/** `part` = `write` for its form, while it can be changed. */
export function Permits({ id, part }: { readonly id: string; readonly part: string }) {
  if (id === '') return <Board />;
  if (id === 'new') return <NewPermit />;
  return part === 'write' ? <ChangePermit id={id} key={id} /> : <Permit id={id} key={id} />;
}
