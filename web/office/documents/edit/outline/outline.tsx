/**
 * The outline of a draft: its sections and registers, each with what is marked there: rules that are not met, what is not complete, two
 * values, and who is there. A link moves the focus to its part. Where there is no room at the side it is folded above the work.
 */
import { Icon } from '../../../../ui/icon.tsx';
import { useOpened, usePresent } from '../../../base/live.ts';
import { placeLink } from '../../check/place-link.ts';
import type { Checked } from '../../check/use-check.ts';
import { FoldButton, useFoldedClass } from '../../../frame/pane.tsx';
import type { DocumentPart } from '../../part.ts';
import { commentsOf, isOpen, placeName, placeOf, type Comment } from '../../review/comments-at.ts';
import type { Dispute } from '../disputes.tsx';
import { missingSections } from './marks.ts';
import { PartLink } from './part-link.tsx';
import { registersOf, type Register } from './registers.ts';
import { useHere } from './use-here.ts';
import { useIsWide } from '../../../frame/use-is-wide.ts';

interface Props extends Pick<DocumentPart, 'document'> {
  /** Undefined while the check loads. */
  readonly checked: Checked | undefined;
  readonly disputesOf: (entry: string) => readonly Dispute[];
}

export function Outline(props: Props) {
  const isWide = useIsWide();
  const here = useHere();
  const folded = useFoldedClass('outline');
  useOpened(props.document.id, here?.entry ?? null);
  if (isWide)
    return (
      <div class={`sticks${folded}`}>
        <FoldButton pane="outline" />
        <Contents {...props} here={here} />
      </div>
    );
  return (
    <details class="panel outline-fold" onClick={closeAfterLink}>
      <summary>
        <Icon name="list" /> Outline
        <span class="quiet"> {props.document.sections.length} sections</span>
      </summary>
      <Contents {...props} here={here} />
    </details>
  );
}

function closeAfterLink({ target, currentTarget }: MouseEvent): void {
  if (target instanceof Element && target.closest('a')) (currentTarget as HTMLDetailsElement).open = false; // of the handler
}

function Contents({ document, checked, disputesOf, here }: Props & { readonly here: ReturnType<typeof useHere> }) {
  const people = usePresent();
  const { id, sections } = document;
  const comments = commentsOf(document).filter(isOpen);
  const [first] = comments;
  const marksOf = (entries: readonly string[]) => ({
    disputes: entries.reduce((sum, entry) => sum + disputesOf(entry).length, 0),
    people: people.filter(({ entry = '' }) => entries.includes(entry)),
  });
  return (
    <nav aria-label="Outline" class="outline">
      <p class="outline-head">Registers</p>
      <ul>
        {registersOf(document).map((register: Register) => (
          <li key={register.part}>
            <PartLink
              {...marksOf(register.entries)}
              checked={checked}
              count={register.entries.length}
              href={`/office/documents/${id}/edit?part=${register.part}`}
              isComplete
              isHere={here?.part === register.part}
              isOf={({ member }) => member === register.part}
              lead={<Icon name={register.icon} />}
              word={register.word}
            />
          </li>
        ))}
        {first && (
          <li>
            <a href={`/office/documents/${id}/edit?${new URLSearchParams(commentQuery(first, document))}`}>
              <span class="number-or-icon">
                <Icon name="message-square" />
              </span>
              <span class="word">Review comments</span>
              <span class="count">{comments.length}</span>
            </a>
          </li>
        )}
      </ul>
      <p class="outline-head">
        Sections <span>{sections.length}</span>
      </p>
      <ol>
        {sections.map((section, at) => (
          <li key={section.id}>
            <PartLink
              {...marksOf([section.id])}
              checked={checked}
              href={`/office/documents/${id}/edit?entry=${section.id}`}
              isComplete={!checked?.unfilled.has(section.id)}
              isHere={here?.entry === section.id}
              isOf={(place) => place.id === section.id}
              lead={at + 1}
              word={section.title}
            />
          </li>
        ))}
      </ol>
      <Missing checked={checked} documentId={id} />
    </nav>
  );
}

/** Where it is answered: at its entry, or above all of them. */
function commentQuery(comment: Comment, document: Props['document']): Record<string, string> {
  const place = placeOf(comment);
  return place === null || !placeName(comment, document)?.isThere ? { part: 'document' } : { entry: place };
}

/** What the check asks for and is not there at all. */
function Missing({ checked, documentId }: Pick<Props, 'checked'> & { readonly documentId: string }) {
  const missing = checked ? missingSections(checked) : [];
  if (missing.length === 0) return null;
  return (
    <ul>
      {missing.map((place) => (
        <li key={place.sectionType}>
          <a class="missing" href={placeLink(documentId, place)}>
            <Icon name="plus" /> <span class="word">Add {place.name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
