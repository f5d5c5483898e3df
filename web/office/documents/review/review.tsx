/** Review: what changed since the approved version, what was said, and the decision. */
import { useState } from 'preact/hooks';
import { Panel } from '../../../ui/panel.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { useLoaded } from '../../base/loaded.ts';
import { useMay } from '../../base/me.ts';
import { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';
import { changesBetween, unchangedBetween } from './changes.ts';
import { Changes } from './changes-table.tsx';
import { Decision } from './decision.tsx';
import { Round } from './round.tsx';
import type { Asked } from './step.ts';
import { useTwoPersonRule } from './two-person-rule.ts';

export function Review({ document, again }: DocumentPart) {
  const { id, version, current_approved_version: approved } = document;
  const before = useLoaded(`version ${id} ${approved ?? ''}`, async () =>
    approved === null ? null : await rest.getVersion({ document: id, version: String(approved) }),
  );
  /** The place that somebody wants to comment on; counted, so that the same place can be asked for again. */
  const [asked, setAsked] = useState<Asked | null>(null);
  const [mayApprove, isBarred] = [useMay('documents:approve'), useTwoPersonRule(document)];
  const isDeciding = mayApprove && !isBarred && document.status === 'pending_review';
  const comment = (place: string) => setAsked((last) => ({ place, count: (last?.count ?? 0) + 1 }));
  return (
    <div class="beside open">
      <Panel title={approved === null ? 'First version' : `Version ${version} against approved version ${approved}`}>
        <Shown of={before}>
          {(old) => {
            const changes = old ? changesBetween(old.content, document) : [];
            if (!old)
              return <Empty title="Nothing was approved yet, so the whole document is new. Read tells what it says." />;
            if (changes.length === 0) return <Empty icon="check" title="Nothing differs from the approved version." />;
            return (
              <Changes
                changes={changes}
                titles={[`Version ${approved}, approved`, `Version ${version}`]}
                unchanged={unchangedBetween(old.content, document)}
                {...(isDeciding ? { comment } : {})}
              />
            );
          }}
        </Shown>
      </Panel>
      <div class="stack">
        <Decision again={again} asked={asked} document={document} />
        {document.review_rounds.toReversed().map((round) => (
          <Round document={document} key={round.id} round={round} />
        ))}
      </div>
    </div>
  );
}
