/** What differs, entry by entry, in two columns: J and K go from one to the next, C comments on it; what is the same is folded. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Tone } from '../../../ui/icon.tsx';
import { Keys } from '../../../ui/tabs.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { hasCharacterKeys, isCommand } from '../../frame/key-commands.ts';
import type { ChangedEntry } from './changes.ts';
import { WordDiff } from './word-diff.tsx';

const tones: Readonly<Record<ChangedEntry['kind'], Tone>> = {
  added: 'act',
  changed: 'act',
  removed: 'care',
  safer: 'safe',
  'less safe': 'stop',
};

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
  const table = useChangeKeys(changes, comment);
  return (
    <>
      {hasCharacterKeys() && (
        <div class="pad keys-line">
          <Keys keys={[['J', 'next'], ['K', 'previous'], ...(comment ? [['C', 'comment'] as const] : [])]} />
        </div>
      )}
      <div class="scrolls" tabIndex={0}>
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
                      {title} <Tag tone={tones[kind]}>{kind.charAt(0).toUpperCase() + kind.slice(1)}</Tag>
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
                <tr aria-label={label} key={label}>
                  <WordDiff after={after} before={before} />
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
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

function useChangeKeys(changes: readonly ChangedEntry[], comment: ((place: string) => void) | undefined) {
  const table = useRef<HTMLTableElement>(null);
  const latest = useRef(comment);
  latest.current = comment;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isWriting = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
      if (isWriting || !isCommand(event)) return;
      const bodies = [...(table.current?.tBodies ?? [])];
      const at = bodies.findIndex((body) => body.contains(document.activeElement));
      if (event.key === 'j' || event.key === 'k') {
        const next = bodies[event.key === 'j' ? at + 1 : Math.max(0, at - 1)];
        next?.focus();
        next?.scrollIntoView({ block: 'nearest' });
        // After G it has led to a room already.
      } else if (event.key === 'c' && !event.defaultPrevented && at >= 0 && latest.current)
        latest.current(bodies[at]?.dataset['place'] ?? '');
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [changes.length]);
  return table;
}
