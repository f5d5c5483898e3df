/** One conflict: both values big, side by side, whose each is and when; the safer one marked; the merged proposal, which can be written over. */
import { otherSide } from '../../../shared/merge/merge.ts';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Initials } from '../../ui/initials.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { asWords } from '../../ui/status.ts';
import { Keys } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { tell } from '../../ui/toasts.tsx';
import { hasCharacterKeys } from '../frame/key-commands.ts';
import { useLoaded } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { usePlaces } from '../base/sites.ts';
import { atTime } from '../base/times.ts';
import { useHeld } from '../base/unsaved.ts';
import { useWork, type Work } from '../base/work.ts';
import { isChangedSince } from '../documents/changed-since.ts';
import { disputedText, isWritable } from '../documents/disputed-text.ts';
import { plainText } from '../documents/plain-text.ts';
import { Refusal } from '../frame/refusal.tsx';
import { fieldWords } from '../base/field-words.ts';
import { firstAuthor, type Written } from './first-author.ts';
import { saferOf } from './safer.ts';
import { useSettleKeys } from './use-settle-keys.ts';
import type { Conflict } from './waiting.ts';

type Resolution = { readonly resolution: 'keep' | 'take' | 'merge' | 'write'; readonly value?: string | number };

export function ConflictPanel({
  conflict,
  isChosen,
  onSettled,
}: {
  readonly conflict: Conflict;
  /** The person opened it; otherwise it is the first that waits. */
  readonly isChosen: boolean;
  readonly onSettled: () => void;
}) {
  const { id, record_kind, field, was, theirs, mine, kept, proposal, author, document_id, created_at } = conflict;
  const work = useWork();
  const { placeName } = usePlaces();
  const textOf = (value: unknown): string => disputedText(field, value, placeName);
  const maySettle = useMay('conflicts:write');
  const first = useFirstAuthor(conflict);
  const later: Written = { by: author.name, at: created_at };
  // The record got one of the two; `keep` leaves what it has now, `take` takes the other.
  const [applied, other] =
    kept === 'mine'
      ? [mine, theirs]
      : [theirs, kept === 'both' ? otherSide('set-by-id', conflict, conflict.now) : mine];
  const [appliedBy, otherBy] = kept === 'mine' ? [later, first] : [first, later];
  const isChanged = isChangedSince(conflict);
  // Of a list the document has the items of both, and may have newer ones.
  const isRead = isChanged || (kept === 'both' && conflict.now !== undefined);
  const now = isRead ? conflict.now : applied;
  const safer = saferOf(field, now, other);
  // A text with both limits in it is nothing to accept by a key, unread.
  const isOffered = proposal !== null && safer === null;
  const settle = (body: Resolution): Promise<void> =>
    work.run(async (attempt) => {
      await attempt.settleConflict({ conflict: id, body: isRead ? { ...body, seen: conflict.now } : body });
      tell('Settled. The site gets it with its next signal.');
      onSettled();
    });
  const keep = () => settle({ resolution: 'keep' });
  const take = () => settle({ resolution: 'take' });
  useSettleKeys(
    maySettle && !work.isBusy && !work.askAgain
      ? { 1: keep, 2: take, ...(isOffered ? { Enter: () => settle({ resolution: 'merge' }) } : {}) }
      : {},
    isChosen,
  );
  return (
    <Panel
      actions={document_id && <a href={`/office/documents/${document_id}`}>Open the document</a>}
      title={`${asWords(record_kind)}: two values for ${fieldWords(field)}`}
    >
      <div class="pad form">
        <Refusal of={work} />
        <p class="second">
          Both started from “{textOf(was)}”. Neither saw the other’s value. Nothing is lost whichever you keep.
        </p>
        {record_kind === 'document' && field === 'project_id' && (
          <p class="second">With the other project comes the site that was chosen with it, or none.</p>
        )}
        {isChanged && (
          <Notice tone="care">
            Somebody has changed it since. The first value was “{textOf(applied)}”; what you choose now replaces what
            the document says now.
          </Notice>
        )}
        <div class="pair">
          <Value
            isSafer={safer === 'now'}
            tag="In the document now"
            text={textOf(now)}
            written={isChanged ? 'since' : appliedBy}
          >
            {maySettle && (
              <Button busy={work.isBusy} look={safer === 'now' ? 'act' : 'line'} onClick={keep} wide>
                Keep this
              </Button>
            )}
          </Value>
          <Value isSafer={safer === 'other'} tag="The other value" text={textOf(other)} written={otherBy}>
            {maySettle && (
              <Button busy={work.isBusy} look={safer === 'other' ? 'act' : 'line'} onClick={take} wide>
                Take this
              </Button>
            )}
          </Value>
        </div>
        {maySettle && <Third conflict={conflict} isOffered={isOffered} now={now} settle={settle} work={work} />}
        {maySettle && hasCharacterKeys() && (
          <Keys
            keys={[
              ['1', 'keep the left'],
              ['2', 'take the right'],
              ...(isOffered ? [['Enter', 'accept both'] as const] : []),
            ]}
          />
        )}
      </div>
    </Panel>
  );
}

function useFirstAuthor(conflict: Conflict): Written | null {
  const mayRead = useMay('organisation:manage');
  const read = useLoaded(`first author ${conflict.id} ${mayRead}`, async () =>
    mayRead ? await firstAuthor(conflict) : null,
  );
  return read.value ?? null;
}

function Value({
  tag,
  text,
  written,
  isSafer,
  children,
}: {
  readonly tag: string;
  readonly text: string;
  /** Null = it was there first; by whom is not known. Since = after the conflict. */
  readonly written: Written | 'since' | null;
  readonly isSafer: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <section class={`value${isSafer ? ' safer' : ''}`}>
      <span class="choices">
        <Tag>{tag}</Tag>
        {isSafer && <Tag tone="safe">Safer</Tag>}
      </span>
      {written === 'since' ? (
        <span class="second">Written since.</span>
      ) : written ? (
        <span class="written">
          <Initials name={written.by} />
          <span>
            <b>{written.by}</b>
            <br />
            <span class="second">{atTime(written.at)}</span>
          </span>
        </span>
      ) : (
        <span class="second">It was there first.</span>
      )}
      <p class={text.length <= shortText ? 'running number big' : 'running'}>{text}</p>
      {children}
    </section>
  );
}

/** Such as "8 m/s", which is shown big. */
const shortText = 16;

/** Both together where the texts were merged, or something else that somebody writes. */
function Third({
  conflict: { field, proposal },
  isOffered,
  now,
  work: { isBusy, askAgain },
  settle,
}: {
  readonly conflict: Conflict;
  /** Neither value is safer than both together. */
  readonly isOffered: boolean;
  readonly now: unknown;
  readonly work: Work;
  readonly settle: (body: Resolution) => Promise<void>;
}) {
  const isWaiting = isBusy || askAgain !== null;
  const offered = proposal === null ? (isWritable(field, now) ? String(now) : null) : plainText(proposal);
  /** Null = nothing; what is offered may change meanwhile. */
  const [written, setWritten] = useState<string | null>(null);
  useHeld(written !== null);
  if (offered === null) return null;
  const text = written ?? offered;
  const isProposed = proposal !== null && text === offered;
  const write = () => settle({ resolution: 'write', value: typeof now === 'number' ? Number(text) : text });
  return (
    <section class="value proposed">
      <fieldset class="fields" disabled={isWaiting}>
        <TextField
          help={
            proposal === null
              ? undefined
              : isOffered
                ? 'You can write over it before you accept it.'
                : 'One of the two values is safer. Choose it, or write one text from both.'
          }
          label={proposal === null ? 'Or write something else' : 'Both together'}
          name="proposal"
          onInput={(next) => setWritten(next === offered ? null : next)}
          value={text}
          {...(typeof now === 'number' ? { type: 'number' as const } : { rows: 2 })}
        />
      </fieldset>
      {isProposed ? (
        <Button busy={isBusy} look={isOffered ? 'act' : 'line'} onClick={() => settle({ resolution: 'merge' })}>
          Accept both together
        </Button>
      ) : (
        <Button busy={isBusy} disabled={text.trim() === '' || text === offered} look="act" onClick={write}>
          Use what I wrote
        </Button>
      )}
    </section>
  );
}
