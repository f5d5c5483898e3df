/** Review: what changed since the approved version, what was said, and the decision. */
import type { Tone } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useLoaded } from '../../base/loaded.ts';
import { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';
import { changesBetween, type ChangedEntry } from './changes.ts';
import { Decision } from './decision.tsx';
import { Round } from './round.tsx';
import { WordDiff } from './word-diff.tsx';

const tones: Readonly<Record<ChangedEntry['kind'], Tone>> = {
  added: 'act',
  changed: 'act',
  removed: 'care',
  safer: 'safe',
  'less safe': 'stop',
};

export function Review({ document, again }: DocumentPart) {
  const { id, version, current_approved_version: approved } = document;
  const before = useLoaded(`version ${id} ${approved ?? ''}`, async () =>
    approved === null ? null : await rest.getVersion({ document: id, version: String(approved) }),
  );
  return (
    <div class="beside open">
      <Panel title={approved === null ? 'First version' : `Version ${version} against approved version ${approved}`}>
        <Shown of={before}>
          {(old) => {
            const changes = old ? changesBetween(old.content, document) : [];
            if (!old)
              return <Empty title="Nothing was approved yet, so the whole document is new. Read tells what it says." />;
            if (changes.length === 0) return <Empty icon="check" title="Nothing differs from the approved version." />;
            return <Changes changes={changes} />;
          }}
        </Shown>
      </Panel>
      <div class="stack">
        <Decision again={again} document={document} />
        {document.review_rounds.toReversed().map((round) => (
          <Round document={document} key={round.id} round={round} />
        ))}
      </div>
    </div>
  );
}

function Changes({ changes }: { readonly changes: readonly ChangedEntry[] }) {
  return (
    <div class="scrolls" tabIndex={0}>
      <table class="diff">
        <thead>
          <tr>
            <th>Approved</th>
            <th>Now</th>
          </tr>
        </thead>
        {changes.map(({ key, title, kind, changes: rows }) => (
          <tbody key={key}>
            <tr>
              <th colSpan={2} scope="rowgroup">
                {title} <Tag tone={tones[kind]}>{kind.charAt(0).toUpperCase() + kind.slice(1)}</Tag>
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
  );
}
