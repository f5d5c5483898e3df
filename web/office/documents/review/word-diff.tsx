/** What is different in two texts, side by side or in one: what was taken out is crossed out, what was added is underlined. */
import { Fragment } from 'preact';
import { changesByWord } from '../../../../shared/merge/word-changes.ts';

interface Texts {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Two cells of a row, each under the name of the field. */
export function WordDiff({ label, before, after }: Texts) {
  const parts = changesByWord(before, after);
  return (
    <>
      <td>
        <span class="of second">{label}</span>
        {parts.map(({ was, isSame }, i) => (isSame ? was : was && <del key={i}>{was}</del>))}
      </td>
      <td>
        <span class="of second">{label}</span>
        {parts.map(({ is, isSame }, i) => (isSame ? is : is && <ins key={i}>{is}</ins>))}
      </td>
    </>
  );
}

/** One text with what was taken out of it and added; of what stayed, long stretches are cut to what is around the changes. */
export function MarkedText({ before, after }: Pick<Texts, 'before' | 'after'>) {
  const parts = changesByWord(before, after);
  return (
    <>
      {parts.map(({ was, is, isSame }, i) =>
        isSame ? (
          around(is, i > 0, i < parts.length - 1)
        ) : (
          <Fragment key={i}>
            {was && <del>{was}</del>}
            {is && <ins>{is}</ins>}
          </Fragment>
        ),
      )}
    </>
  );
}

/** Characters on each side of a change, about. */
const shownAround = 80;

function around(text: string, isBehindChange: boolean, isBeforeChange: boolean): string {
  const head = isBehindChange ? (/^[^]{0,80}\S*/.exec(text)?.[0] ?? '') : '';
  const tail = isBeforeChange ? (/\S*[^]{0,80}$/.exec(text.slice(head.length))?.[0] ?? '') : '';
  const left = text.length - head.length - tail.length;
  return left > shownAround ? `${head && `${head} `}…${tail && ` ${tail}`}` : text;
}
