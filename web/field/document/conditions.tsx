/** What has to be met first where a version was approved on conditions, and until when; what is late stops the work. */
import { isDayOver } from '../../../shared/base/day.ts';
import { conditionWords, dueDay, toBeMet, type Condition } from '../../../shared/resources/document/conditions.ts';
import { useServerTime } from '../base/clock.ts';
import { day } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { documentWords } from '../words/en-document.ts';

type Words = typeof documentWords;

export function Conditions({
  conditions,
  timezone,
}: {
  readonly conditions: readonly Condition[];
  /** Of the organisation; null = UTC. */
  readonly timezone: string | null;
}) {
  const words = useWords(documentWords);
  const now = new Date(useServerTime()).toISOString();
  const { late, open, met } = toBeMet(conditions, (due) => isDayOver(due, now, timezone));
  // What the approval had as met was never asked for here.
  const metSince = met.filter(({ mark }) => mark);
  return (
    <>
      {late.length > 0 && (
        <Banner tone="stop">
          <Listed of={late.map((each) => lateWords(each, words))} title={words.conditionsLate} />
        </Banner>
      )}
      {open.length > 0 && (
        <Banner tone="care">
          <Listed of={open.map((each) => conditionIn(each, words))} title={words.onConditions} />
        </Banner>
      )}
      {metSince.length > 0 && (
        <Banner tone="safe">
          <Listed of={metSince.map((each) => metWords(each, words))} title={words.conditionsMet} />
        </Banner>
      )}
    </>
  );
}

function Listed({ title, of }: { readonly title: string; readonly of: readonly string[] }) {
  return (
    <>
      <b>{title}</b>
      <ul class="plain">
        {of.map((each, i) => (
          <li key={i}>{each}</li>
        ))}
      </ul>
    </>
  );
}

export function conditionIn(condition: Condition, { until }: Pick<Words, 'until'>): string {
  const due = dueDay(condition);
  const end = due === null ? condition.due_on : day(`${due}T00:00`);
  return conditionWords(condition, end && until(end));
}

function lateWords(condition: Condition, { wasDue }: Words): string {
  return conditionWords(condition, wasDue(day(`${dueDay(condition)}T00:00`)));
}

function metWords(condition: Condition, { metBy }: Words): string {
  const { mark } = condition;
  return conditionWords(condition, mark && metBy(mark.by.name, day(mark.at)));
}
