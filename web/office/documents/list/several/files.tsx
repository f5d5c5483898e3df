/** The PDFs that are made of several documents: how many there are, each with its download, and what holds the others up. */
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { Tag } from '../../../../ui/tag.tsx';
import { ExportRow } from '../../export-row.tsx';
import type { Piece, State } from './make-each.ts';

const filesPart = 'pdf-files';

/** They are above the rows, which may be far down. */
export function goToFiles(): void {
  document.getElementById(`part-${filesPart}`)?.focus();
}

export function PdfFiles({
  state: { pieces, isAsking, note },
  onStop,
  onGoOn,
  onClose,
}: {
  readonly state: State;
  readonly onStop: () => void;
  readonly onGoOn: () => void;
  readonly onClose: () => void;
}) {
  const isLeft = pieces.some(({ file, refusal }) => file === null && refusal === null);
  return (
    <Panel
      actions={
        <>
          {isAsking && (
            <Button onClick={onStop} small>
              Stop
            </Button>
          )}
          {!isAsking && isLeft && (
            <Button onClick={onGoOn} small>
              Go on
            </Button>
          )}
          <IconButton icon="x" label="Put these away" onClick={onClose} />
        </>
      }
      part={filesPart}
      title="PDF files"
    >
      <div class="pad" role="status">
        <b>{progressOf(pieces)}</b>
        {note && ` · ${note}`}
      </div>
      {/* It scrolls, so that the keyboard has to reach it. */}
      <ul aria-label="Files of the documents" class="rows some-files" tabIndex={0}>
        {pieces.map((each) => (
          <PieceRow key={each.id} piece={each} />
        ))}
      </ul>
    </Panel>
  );
}

function PieceRow({ piece: { title, file, refusal } }: { readonly piece: Piece }) {
  if (refusal !== null)
    return (
      <li>
        <Icon name="file-text" size={20} />
        <span class="main">
          <b class="title">{title}, PDF</b>
          <span class="second">{refusal}</span>
        </span>
        <Tag tone="stop">{file ? 'Not readable' : 'Not made'}</Tag>
      </li>
    );
  return file && <ExportRow file={file} title={title} />;
}

/** "12 of 50 made, 1 not made" */
export function progressOf(pieces: readonly Piece[]): string {
  const isNotMade = ({ file, refusal }: Piece): boolean => refusal !== null || file?.status === 'failed';
  const notMade = pieces.filter(isNotMade).length;
  const made = pieces.filter((each) => !isNotMade(each) && each.file?.status === 'completed').length;
  return `${made} of ${pieces.length} made${notMade > 0 ? `, ${notMade} not made` : ''}`;
}
