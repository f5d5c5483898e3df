/** The PDFs that are made of several documents of the list, as long as its screen is open or until they are put away. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '../document-table.tsx';
import { openMaking, type State } from './make-each.ts';

export function usePdfs() {
  const [state, setState] = useState<State | null>(null);
  const making = useRef<ReturnType<typeof openMaking> | null>(null);
  const end = (): void => making.current?.end();
  useEffect(() => end, []);
  return {
    /** Null where none were asked for. */
    state,
    make: (rows: readonly Row[]): void => {
      end();
      const wanted = rows.map(({ id, title, short_title: short }) => ({ id, title: short || title }));
      making.current = openMaking(wanted, setState);
      making.current.goOn();
    },
    stop: (): void => making.current?.stop(),
    goOn: (): void => making.current?.goOn(),
    close: (): void => {
      end();
      setState(null);
    },
  };
}
