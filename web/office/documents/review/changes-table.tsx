/** What differs, entry by entry, in two columns: J and K go from one to the next, C comments on it; what is the same is folded. */
import { Button } from '../../../ui/button.tsx';
import type { ChangedEntry } from './changes.ts';
import { KindTag } from './kind-tag.tsx';
import { useChangeKeys } from './use-change-keys.ts';
import { WordDiff } from './word-diff.tsx';

export function Changes({
  changes,
  unchanged,
  titles,
  comment,
}: {
  readonly changes: readonly ChangedEntry[];
  /** Titles of what is the same in both. */
  readonly unchanged: readonly string[];
  readonly titles: readonly [before: string, after: string];
  /** Absent = nobody can comment now. */
  readonly comment?: (place: string) => void;
}) {
  const table = useChangeKeys<HTMLTableElement>(comment);
  return (
    <>
      <table class="diff" ref={table}>
        <thead>
          <tr>
            <th>{titles[0]}</th>
            <th>{titles[1]}</th>
          </tr>
        </thead>
        {changes.map(({ key, place, title, kind, changes: rows }) => (
          <tbody data-place={place} key={key} tabIndex={-1}>
            <tr>
              <th colSpan={2} scope="rowgroup">
                <span class="changed">
                  <span>
                    {title} <KindTag kind={kind} />
                  </span>
                  {comment && (
                    <Button icon="message-square" look="bare" onClick={() => comment(place)} small>
                      Comment<span class="unseen"> on {title}</span>
                    </Button>
                  )}
                </span>
              </th>
            </tr>
            {rows.map(({ label, before, after }) => (
              <tr key={label}>
                <WordDiff after={after} before={before} label={label} />
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {unchanged.length > 0 && (
        <details class="pad findings">
          <summary>
            {unchanged.length === 1 ? '1 entry is' : `${unchanged.length} entries are`} the same in both
          </summary>
          <ul class="bullets">
            {unchanged.map((title, i) => (
              <li key={i}>{title}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
