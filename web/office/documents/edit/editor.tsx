/** Writing a draft: its entries, with the compliance check beside them. All is saved when a field is left. */
import { useMemo, useRef } from 'preact/hooks';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { Untaken } from '../../../ui/input/not-taken.ts';
import { Keeper, Reading } from '../../../ui/written/keeper.ts';
import { Findings } from '../check/findings.tsx';
import { checkOf, useCheckParts } from '../check/use-check.ts';
import type { DocumentPart } from '../part.ts';
import { commentsAt, placeName } from '../review/comments-at.ts';
import { Comments, type Answering } from './comments.tsx';
import { useHeldByServer } from './held.ts';
import { useMayNotBegin } from '../../base/me.ts';
import { useAddress } from '../../base/place.ts';
import { FoldButton, useFoldedClass } from '../../frame/pane.tsx';
import { useFields } from '../keep-fields.ts';
import { useLine } from './line.ts';
import { Hazards, People, Sections, Substances } from './lists.tsx';
import { Outline } from './outline/outline.tsx';
import { Present } from './present.tsx';
import { PhotoSite } from './saved/photos.tsx';
import { Disputes, useDisputes } from './disputes.tsx';
import { SavedLine } from './untaken.tsx';
import { useNextToMend } from './outline/use-next-to-mend.ts';
import { useWanted } from './use-wanted.ts';
import { DocumentFields } from './document-fields.tsx';

export function Editor(part: DocumentPart) {
  const { document } = part;
  const isDraft = document.status === 'draft';
  /** What is being written stays on the screen when the draft is none any more. */
  const last = useRef<DocumentPart['document'] | null>(null);
  if (isDraft) last.current = document;
  const draft = last.current;
  const mayNotWrite = useMayNotBegin('documents:write');
  if (mayNotWrite) return <Notice tone="act">Your role does not write documents.</Notice>;
  if (draft?.id !== document.id)
    return <Notice tone="act">Only a draft can be written. Review says what is next.</Notice>;
  return (
    <div class="stack">
      {!isDraft && (
        <Notice
          actions={
            <ButtonLink href={`/office/documents/${document.id}/review`} small>
              See what is next
            </ButtonLink>
          }
          tone="stop"
        >
          This draft was submitted, approved or put away while you had it open, so nothing more is saved in it. What you
          wrote stays here to be copied until you leave.
        </Notice>
      )}
      <DraftEditor {...part} document={draft} />
    </div>
  );
}

function DraftEditor({ document, again }: DocumentPart) {
  const line = useLine(again);
  const { save } = line;
  const parts = useCheckParts(document);
  const { value: ready } = parts;
  const checked = useMemo(() => ready && checkOf(document, ready), [document, ready]);
  const fields = useFields();
  const held = useHeldByServer();
  useWanted();
  useNextToMend(document.id, checked);
  const commentsOn = (id: string | null): Answering => ({
    comments: commentsAt(document, id),
    ...(id === null ? { placeOf: (comment) => placeName(comment, document)?.name ?? null } : {}),
    answer: (comment, body) => save((attempt) => attempt.answerReviewComment({ document: document.id, comment, body })),
  });
  const disputesOf = useDisputes(document);
  const { search } = useAddress();
  // There may be hundreds: drawn again with each reading and dispute, and with what `useWanted` looks for, but not with each step of a save.
  const entries = useMemo(() => {
    const list = { document, save, held, fields, commentsOn, disputesOf };
    return (
      <PhotoSite.Provider value={document.site_id ?? null}>
        <Hazards {...list} />
        <Sections {...list} />
        <People {...list} />
        <Substances {...list} />
      </PhotoSite.Provider>
    );
  }, [document, disputesOf, search]);
  return (
    <Reading.Provider value={document}>
      <Keeper.Provider value={fields.field}>
        <Untaken.Provider value={fields.noteOf('')}>
          <div class="editor">
            <Outline checked={checked} disputesOf={disputesOf} document={document} />
            <div class="stack">
              <div class="saved-line">
                <SavedLine of={line} untaken={fields.untaken()} />
                <Present />
              </div>
              <Comments {...commentsOn(null)} />
              <Disputes disputes={disputesOf(document.id)} />
              <DocumentFields document={document} edit={held.edit} save={save} />
              {entries}
            </div>
            <div class={`sticks${useFoldedClass('score')}`}>
              <FoldButton pane="score" />
              <Shown of={{ ...parts, value: checked }}>
                {(found) => <Findings checked={found} documentId={document.id} isBeside mayMend />}
              </Shown>
            </div>
          </div>
        </Untaken.Provider>
      </Keeper.Provider>
    </Reading.Provider>
  );
}
