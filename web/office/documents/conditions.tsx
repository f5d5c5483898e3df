/** What has to be met first where the version in force was approved on conditions, until when, and what is met. Who may approve says so. */
import { conditionsNow, toBeMet, type Condition } from '../../../shared/resources/document/conditions.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useLive } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { useNow } from '../base/now.ts';
import { go, useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { daysUntil } from '../base/times.ts';
import { conditionIn, conditionLine, conditionVerb } from './condition-words.ts';
import { MarkCondition } from './mark-condition.tsx';
import type { DocumentPart } from './part.ts';

/** `?condition=2` opens the question about that one at once. */
export function Conditions({ document, again }: DocumentPart) {
  const { id, condition_marks: marks, status } = document;
  const { value } = useLive(`versions ${id}`, () => rest.listVersions({ document: id }));
  const now = useNow();
  const address = useAddress();
  const mayMark = useMay('documents:approve') && status !== 'archived';
  const inForce = value?.data.find(({ state }) => state === 'current');
  if (!inForce) return null;
  const { version } = inForce;
  const conditions = conditionsNow(inForce, marks);
  const { late, open, met } = toBeMet(conditions, (due) => daysUntil(due, now) < 0);
  // What the approval had as met was never asked for.
  const metSince = met.filter(({ mark }) => mark);
  const asked = Number(address.searchParams.get('condition'));
  const chosen = mayMark ? conditions.find(({ number }) => number === asked) : undefined;
  const ask = (number: number | null): void =>
    go(withQuery(new URL(location.href), { condition: number === null ? null : String(number) }), true);
  const list = (of: readonly Condition[]) => <Listed of={of} {...(mayMark ? { onMark: ask } : {})} />;
  return (
    <>
      {late.length > 0 && (
        <Notice tone="stop">
          <b>Version {version} was approved on conditions whose day is over:</b>
          {list(late)}
        </Notice>
      )}
      {open.length > 0 && (
        <Notice tone="care">
          <b>Version {version} was approved on conditions:</b>
          {list(open)}
        </Notice>
      )}
      {metSince.length > 0 && (
        <Notice tone="safe">
          <b>Conditions of version {version} that are met:</b>
          {list(metSince)}
        </Notice>
      )}
      {chosen && (
        <MarkCondition
          again={again}
          condition={chosen}
          document={id}
          key={chosen.number}
          onClose={() => ask(null)}
          version={version}
        />
      )}
    </>
  );
}

function Listed({
  of,
  onMark,
}: {
  readonly of: readonly Condition[];
  /** Absent = who reads it may not. */
  readonly onMark?: (number: number) => void;
}) {
  return (
    <ul class="conditions">
      {of.map((each) => (
        <li key={each.number}>
          <span>{conditionLine(each)}</span>
          {onMark && (
            <Button label={`${conditionVerb(each)}: ${conditionIn(each)}`} onClick={() => onMark(each.number)} small>
              {conditionVerb(each)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
