/** Review: what changed since the approved version, what was said, and the decision. */
import { Panel } from '../../../ui/panel.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { useLoaded } from '../../base/loaded.ts';
import { useMay } from '../../base/me.ts';
import { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';
import { usePlaceNames } from '../read/document-facts.tsx';
import { Reader } from '../read/reader.tsx';
import { changesBetween, unchangedBetween } from './changes.ts';
import { Changes } from './changes-table.tsx';
import { Decision } from './decision.tsx';
import { Round } from './round.tsx';
import { useOpinion } from './opinion.ts';
import { useTwoPersonRule } from './two-person-rule.ts';
import { useShown } from './use-shown.ts';

export function Review({ document, again }: DocumentPart) {
  const { id, current_approved_version: approved } = document;
  const before = useLoaded(`version ${id} ${approved ?? ''}`, async () =>
    approved === null ? null : await rest.getVersion({ document: id, version: String(approved) }),
  );
  const [mayApprove, isBarred] = [useMay('documents:approve'), useTwoPersonRule(document)];
  const version = useShown(document, mayApprove && !isBarred);
  const { shown } = version;
  const writing = useOpinion(id, shown.version);
  const names = usePlaceNames();
  const isDeciding = mayApprove && !isBarred && shown.status === 'pending_review';
  return (
    <div class="beside open">
      <div class="stack">
        <Panel
          title={approved === null ? 'First version' : `Version ${shown.version} against approved version ${approved}`}
        >
          <Shown of={before}>
            {(old) => {
              const changes = old ? changesBetween(old.content, shown, names) : [];
              if (!old) return <Empty title="Nothing was approved yet, so the whole document is new. It is below." />;
              if (changes.length === 0)
                return <Empty icon="check" title="Nothing differs from the approved version." />;
              return (
                <Changes
                  changes={changes}
                  titles={[`Version ${approved}, approved`, `Version ${shown.version}`]}
                  unchanged={unchangedBetween(old.content, shown)}
                  {...(isDeciding ? { comment: writing.commentOn } : {})}
                />
              );
            }}
          </Shown>
        </Panel>
        {approved === null && <Reader document={shown} />}
      </div>
      <div class="stack">
        <Decision again={again} version={version} writing={writing} />
        {document.review_rounds.toReversed().map((round) => (
          <Round document={document} key={round.id} round={round} />
        ))}
      </div>
    </div>
  );
}
