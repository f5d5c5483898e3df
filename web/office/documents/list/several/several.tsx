/** What is done with several documents of the list: the bar of those selected, the files made of them, and the dialog that archives them. */
import { useState } from 'preact/hooks';
import { useMay } from '../../../base/me.ts';
import type { Selection } from '../../../frame/selection.ts';
import type { Row } from '../document-table.tsx';
import { Archive, isToArchive } from './archive.tsx';
import { SelectedBar } from './bar.tsx';
import { PdfFiles } from './files.tsx';
import { usePdfs } from './use-pdfs.ts';

/** Whether anything can be done with several. */
export function useMayDoWithSeveral(): boolean {
  const [mayExport, mayArchive] = [useMay('exports:write'), useMay('documents:archive')];
  return mayExport || mayArchive;
}

export function Several({
  rows,
  selection,
  again,
}: {
  /** Of the list. */
  readonly rows: readonly Row[];
  readonly selection: Selection;
  readonly again: () => void;
}) {
  const pdfs = usePdfs();
  /** As they were when the dialog was opened: the list may lose them meanwhile. */
  const [toArchive, setToArchive] = useState<readonly Row[] | null>(null);
  const selected = rows.filter(({ id }) => selection.has(id));
  return (
    <>
      {selected.length > 0 && (
        <SelectedBar
          all={rows}
          making={pdfs.state}
          onArchive={() => setToArchive(selected)}
          onMake={() => pdfs.make(selected)}
          rows={selected}
          selection={selection}
        />
      )}
      {pdfs.state && <PdfFiles onClose={pdfs.close} onGoOn={pdfs.goOn} onStop={pdfs.stop} state={pdfs.state} />}
      {toArchive && (
        <Archive
          again={again}
          onArchived={selection.drop}
          onClose={() => setToArchive(null)}
          others={toArchive.filter((row) => !isToArchive(row))}
          rows={toArchive.filter(isToArchive)}
        />
      )}
    </>
  );
}
