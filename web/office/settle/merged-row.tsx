/** One merge: where, whose the two edits were and when, and each text with what it changed in the one that both began with. */
import { Initials } from '../../ui/initials.tsx';
import { Plate } from '../../ui/plate.tsx';
import { asWords } from '../../ui/status.ts';
import type { Rest } from '../base/attempt.ts';
import { fieldWords } from '../base/field-words.ts';
import { useMay } from '../base/me.ts';
import { atTime } from '../base/times.ts';
import { plainText } from '../documents/plain-text.ts';
import { MarkedText } from '../documents/review/word-diff.tsx';
import { pageOf } from '../notifications/page-of.ts';
import type { ListedDocument } from './its-documents.ts';

export type MergedEdit = Awaited<ReturnType<Rest['listMergedEdits']>>['data'][number];

export function MergedRow({
  edit,
  document,
}: {
  readonly edit: MergedEdit;
  /** Undefined while it is not known, or where there is none. */
  readonly document: ListedDocument | undefined;
}) {
  const { record_kind: kind, field, was, theirs, mine, result, author, other, edits } = edit;
  const { author_at: authorAt, other_at: otherAt, updated_at: last } = edit;
  const mayWrite = useMay('documents:write');
  const href = placeOf(edit, mayWrite && document?.status === 'draft');
  const name = `${asWords(kind)}: ${fieldWords(field)}`;
  const before = textOf(was);
  const isHidden = [theirs, mine, result].every((value) => value === null);
  return (
    <li>
      <div class="about">
        {document && (
          <Plate reference={document.reference ?? null} status={document.status} version={document.version} />
        )}
        {href ? <a href={href}>{name}</a> : <b>{name}</b>}
        {document && <span class="second">{document.title}</span>}
        {edits > 1 && (
          <span class="second when">
            {edits} edits, the last {atTime(last)}
          </span>
        )}
      </div>
      {isHidden ? (
        <p class="second">You may not see what it says.</p>
      ) : (
        <div class="both">
          <Side name={other?.name ?? null} when={otherAt && `${atTime(otherAt)}, the last change before`}>
            <MarkedText after={textOf(theirs)} before={before} />
          </Side>
          <Side name={author.name} when={atTime(authorAt)}>
            <MarkedText after={textOf(mine)} before={before} />
          </Side>
          <section class="result">
            <b>What came of both</b>
            <p class="text">
              <MarkedText after={textOf(result)} before={before} />
            </p>
          </section>
        </div>
      )}
    </li>
  );
}

function Side({
  name,
  when,
  children,
}: {
  /** Null = not known. */
  readonly name: string | null;
  readonly when: string | null;
  readonly children: ReturnType<typeof MarkedText>;
}) {
  return (
    <section class="side">
      {name === null ? (
        <span class="second">It was there first.</span>
      ) : (
        <span class="written">
          <Initials name={name} />
          <span>
            <b>{name}</b>
            <br />
            <span class="second">{when}</span>
          </span>
        </span>
      )}
      <p class="text">{children}</p>
    </section>
  );
}

/** Items of several lines are set apart. */
function textOf(value: unknown): string {
  if (!Array.isArray(value)) return plainText(value);
  const items = value.map((each) => plainText(each));
  return items.join(items.some((each) => each.includes('\n')) ? '\n\n' : '\n');
}

/** Where it can be read, and of a draft written; null = there is no page of it. */
function placeOf(edit: MergedEdit, isWritten: boolean): string | null {
  const { record_kind: kind, record_id: id, field, document_id: document } = edit;
  if (kind === 'site') return `/office/sites/${id}`;
  const own = kind === 'document' ? null : pageOf(kind, id);
  if (own !== null || document === null) return own;
  if (!isWritten) return `/office/documents/${document}`;
  return `/office/documents/${document}/edit${kind === 'document' ? '' : `?${new URLSearchParams({ entry: id, field })}`}`;
}
