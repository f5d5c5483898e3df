/** The bar above the list: how many documents are selected, and what can be done with them. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../../../ui/button.tsx';
import { useLink } from '../../../base/live.ts';
import { useMay } from '../../../base/me.ts';
import type { Selection } from '../../../frame/selection.ts';
import type { Row } from '../document-table.tsx';
import { countOf, isToArchive } from './archive.tsx';
import { goToFiles, progressOf } from './files.tsx';
import type { State } from './make-each.ts';

export function SelectedBar({
  rows,
  all,
  selection,
  making,
  onMake,
  onArchive,
}: {
  readonly rows: readonly Row[];
  /** That could be selected. */
  readonly all: readonly Row[];
  readonly selection: Selection;
  /** The files of several, where they were asked for. */
  readonly making: State | null;
  readonly onMake: () => void;
  readonly onArchive: () => void;
}) {
  const [mayExport, mayArchive] = [useMay('exports:write'), useMay('documents:archive')];
  const isCut = useLink() === 'lost';
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => tellHeight(bar.current), []);
  return (
    <section aria-label="Selected documents" class="panel selected" ref={bar}>
      <b role="status">{countOf(rows.length)} selected</b>
      {rows.length < all.length && (
        <Button look="bare" onClick={() => selection.set(all.map(({ id }) => id))} small>
          Select all {all.length} shown
        </Button>
      )}
      {making && (
        <Button look="bare" onClick={goToFiles} small>
          {progressOf(making.pieces)}
        </Button>
      )}
      {mayExport && (
        <Button busy={making?.isAsking ?? false} icon="download" onClick={onMake} small>
          Make a PDF of each
        </Button>
      )}
      {mayArchive && rows.some(isToArchive) && (
        <Button disabled={isCut} onClick={onArchive} small>
          Archive
        </Button>
      )}
      <Button icon="x" look="bare" onClick={() => selection.set([])} small>
        Clear
      </Button>
    </section>
  );
}

/** Where it does not fit on one line it is higher, and the head of the table has to be below it: `--bar` of what is around both. */
function tellHeight(bar: HTMLElement | null): (() => void) | undefined {
  const around = bar?.parentElement;
  if (!bar || !around) return undefined;
  const observer = new ResizeObserver(() => around.style.setProperty('--bar', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    around.style.removeProperty('--bar');
  };
}
