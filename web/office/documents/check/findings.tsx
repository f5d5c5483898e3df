/** What the compliance check found: the score, and each finding with its law and the places where it is mended. */
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ScoreBar } from '../../../ui/charts/score-bar.tsx';
import { Keys } from '../../../ui/tabs.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { placeLink } from './place-link.ts';
import type { Checked, CheckedFinding } from './use-check.ts';

interface Group {
  readonly title: string;
  readonly findings: readonly CheckedFinding[];
  /** Open to begin with. */
  readonly isOpen: boolean;
}

export function Findings({
  checked,
  documentId,
  mayMend,
  isBeside = false,
}: {
  readonly checked: Checked;
  readonly documentId: string;
  /** Whether the places lead to the editor. */
  readonly mayMend: boolean;
  /** Beside the work: short, without the law. */
  readonly isBeside?: boolean;
}) {
  const Row = isBeside ? ShortRow : FindingRow;
  return (
    <Panel actions={isBeside && <Keys keys={[['Ctrl Enter', 'next to mend']]} />} title="Compliance">
      <div class="pad">
        <ScoreBar band={checked.band} score={checked.score} words={saidOf(checked)} />
      </div>
      {groupsOf(checked)
        .filter(({ findings }) => findings.length > 0)
        .map(({ title, findings, isOpen }) => (
          <details class="findings" key={title} open={isOpen}>
            <summary>
              <b>{title}</b> <span class="quiet">{findings.length}</span>
            </summary>
            <ul class="rows">
              {findings.map((finding) => (
                <Row documentId={documentId} finding={finding} key={finding.rule_id} mayMend={mayMend} />
              ))}
            </ul>
          </details>
        ))}
    </Panel>
  );
}

interface RowProps {
  readonly finding: CheckedFinding;
  readonly documentId: string;
  readonly mayMend: boolean;
}

function FindingRow({
  finding: { rule_id: rule, title, law, detail, places, points, weight, result },
  documentId,
  mayMend,
}: RowProps) {
  return (
    <li>
      <span class="main">
        <b class="title">{title}</b>
        <span>{detail}</span>
        <span class="second finding-law">
          <span class="code">{rule}</span>
          {law && ` · ${law}`}
          {result !== 'not_applicable' && ` · ${points} of ${weight} points`}
        </span>
        {mayMend && places.length > 0 && <Places documentId={documentId} places={places} />}
      </span>
      {result === 'pass' && <Tag tone="safe">Met</Tag>}
    </li>
  );
}

function ShortRow({ finding: { rule_id: rule, title, detail, places, result }, documentId }: RowProps) {
  return (
    <li>
      <span class="main">
        <b class="title">{title}</b>
        {result === 'fail' && <span class="second two-lines">{detail}</span>}
      </span>
      <span class="code">{rule}</span>
      {places.length > 0 && (
        <span class="whole">
          <Places documentId={documentId} isShort places={places} />
        </span>
      )}
    </li>
  );
}

/** The others are folded. */
const mostShown = 4;

function Places({
  places,
  documentId,
  isShort = false,
}: Pick<CheckedFinding, 'places'> & { readonly documentId: string; readonly isShort?: boolean }) {
  const links = places.map((place) => (
    <a
      class={isShort ? 'place' : 'button small'}
      href={placeLink(documentId, place)}
      key={`${place.member} ${place.id} ${place.name}`}
    >
      {wordsOf(place)}
      {isShort && <Icon name="arrow-right" size={16} />}
    </a>
  ));
  return (
    <>
      <span class="choices">{links.slice(0, mostShown)}</span>
      {links.length > mostShown && (
        <details>
          <summary>{links.length - mostShown} more</summary>
          <span class="choices">{links.slice(mostShown)}</span>
        </details>
      )}
    </>
  );
}

const added = { hazards: 'a hazard', sections: 'a section', coshh_assessments: 'a substance', personnel: 'a person' };

function wordsOf({ id, name, member }: CheckedFinding['places'][number]): string {
  return id === null ? `Add ${name || added[member]}` : `Mend ${name}`;
}

function groupsOf({ findings, stopsApproval }: Checked): Group[] {
  const failed = findings.filter(({ result }) => result === 'fail');
  return [
    {
      title: stopsApproval ? 'Stops approval' : 'Mend first',
      findings: failed.filter(({ blocking }) => blocking),
      isOpen: true,
    },
    { title: 'To improve', findings: failed.filter(({ blocking }) => !blocking), isOpen: true },
    { title: 'Met', findings: findings.filter(({ result }) => result === 'pass'), isOpen: false },
    {
      title: 'Not asked of this document',
      findings: findings.filter(({ result }) => result === 'not_applicable'),
      isOpen: false,
    },
  ];
}

function saidOf({ blocking_failures: blocking, findings, stopsApproval }: Checked): string {
  const others = findings.filter(({ result }) => result === 'fail').length - blocking.length;
  const parts = [
    blocking.length > 0 &&
      `${blocking.length} ${stopsApproval ? (blocking.length === 1 ? 'stops approval' : 'stop approval') : 'to mend first'}`,
    others > 0 && `${others} to improve`,
  ].filter(Boolean);
  return parts.join(', ') || 'Every rule that applies is met.';
}
