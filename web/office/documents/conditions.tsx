/** What has to be met first where the version in force was approved on conditions, until when, and what is met. Who may approve says so. */
import { useState } from 'preact/hooks';
import { isDayOver } from '../../../shared/base/day.ts';
import { conditionsNow, toBeMet, type Condition } from '../../../shared/resources/document/conditions.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useLink } from '../base/live.ts';
import { useLive } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { useNow } from '../base/now.ts';
import { go, useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { conditionIn, conditionLine, conditionVerb } from './condition-words.ts';
import { MarkCondition } from './mark-condition.tsx';
import type { DocumentPart } from './part.ts';

/** `?condition=2&of=1&say=met` opens the question about that one of version 1 at once, if it is to be met. */
export function Conditions({ document, again }: DocumentPart) {
  const { id, condition_marks: marks, status } = document;
  const { value } = useLive(`versions ${id}`, () => rest.listVersions({ document: id }));
  const now = useNow();
  const timezone = useLive('organisation', () => rest.getOrganisation()).value?.timezone;
  const address = useAddress();
  const mayMark = useMay('documents:approve') && status !== 'archived';
  const inForce = value?.data.find(({ state }) => state === 'current');
  if (!inForce || timezone === undefined) return null;
  const { version } = inForce;
  const conditions = conditionsNow(inForce, marks);
  const { late, open, met } = toBeMet(conditions, (due) => isDayOver(due, new Date(now).toISOString(), timezone));
  // What the approval had as met was never asked for.
  const metSince = met.filter(({ mark }) => mark);
  const asked = mayMark ? askedBy(address) : null;
  const ask = (of: Condition | null): void =>
    go(withQuery(new URL(location.href), of ? questionOf(of, version) : noQuestion), true);
  const list = (of: readonly Condition[]) => <Listed of={of} {...(mayMark ? { onMark: ask } : {})} />;
  return (
    <>
      {asked && (
        <Question
          again={again}
          asked={asked}
          conditions={conditions}
          document={id}
          key={JSON.stringify(asked)}
          onClose={() => ask(null)}
          version={version}
        />
      )}
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
    </>
  );
}

interface Asked {
  readonly number: number;
  readonly version: number;
  /** What is asked: whether it is met, or not after all. */
  readonly isToMeet: boolean;
}

const noQuestion = { condition: null, of: null, say: null };

function questionOf({ number, met_on: met }: Condition, version: number) {
  return { condition: String(number), of: String(version), say: met ? 'unmet' : 'met' };
}

function askedBy({ searchParams: query }: URL): Asked | null {
  const [number, version] = [Number(query.get('condition')), Number(query.get('of'))];
  return number > 0 && version > 0 ? { number, version, isToMeet: query.get('say') !== 'unmet' } : null;
}

/** Once it is open it stays, whatever others say. Where it was overtaken before, who did so is said instead: never the opposite is asked. */
function Question({
  asked: { number, version: asked, isToMeet },
  conditions,
  version,
  ...part
}: {
  readonly asked: Asked;
  readonly conditions: readonly Condition[];
  readonly version: number;
  readonly document: string;
  readonly again: () => void;
  readonly onClose: () => void;
}) {
  const now = conditions.find((each) => each.number === number);
  const [condition] = useState(version === asked && now && Boolean(now.met_on) !== isToMeet ? now : null);
  if (condition) return <MarkCondition {...part} condition={condition} version={asked} />;
  const close = (
    <Button onClick={part.onClose} small>
      Close
    </Button>
  );
  return (
    <Notice actions={close} tone="care">
      {version === asked && now
        ? `Somebody was quicker: ${conditionLine(now)}`
        : `Version ${version} is in force now. The condition was one of version ${asked}.`}
    </Notice>
  );
}

function Listed({
  of,
  onMark,
}: {
  readonly of: readonly Condition[];
  /** Absent = who reads it may not. */
  readonly onMark?: (condition: Condition) => void;
}) {
  const isCut = useLink() === 'lost';
  return (
    <ul class="conditions">
      {of.map((each) => (
        <li key={each.number}>
          <span>{conditionLine(each)}</span>
          {onMark && (
            <Button
              label={`${conditionVerb(each)}: ${conditionIn(each)}`}
              disabled={isCut}
              onClick={() => onMark(each)}
              small
            >
              {conditionVerb(each)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
