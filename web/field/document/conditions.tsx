/** What has to be met first where a version was approved on conditions, and until when; what is late stops the work. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { conditionWords, dueDay, toBeMet, type Condition } from '../../../shared/resources/document/conditions.ts';
import { useServerTime } from '../base/clock.ts';
import { localDay } from '../base/talk.ts';
import { day } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { Banner } from '../frame/banner.tsx';
import { documentWords } from '../words/en-document.ts';

export function Conditions({ version }: { readonly version: Pick<Shown<'version'>, 'conditions'> }) {
  const words = useWords(documentWords);
  const today = localDay(useServerTime());
  const { late, open } = toBeMet(version.conditions, (due) => due < today);
  return (
    <>
      {late.length > 0 && (
        <Banner tone="stop">
          <Listed of={late} title={words.conditionsLate} />
        </Banner>
      )}
      {open.length > 0 && (
        <Banner tone="care">
          <Listed of={open} title={words.onConditions} />
        </Banner>
      )}
    </>
  );
}

function Listed({ title, of }: { readonly title: string; readonly of: readonly Condition[] }) {
  const words = useWords(documentWords);
  return (
    <>
      <b>{title}</b>
      <ul class="plain">
        {of.map((each, i) => (
          <li key={i}>{conditionIn(each, words)}</li>
        ))}
      </ul>
    </>
  );
}

export function conditionIn(condition: Condition, { until }: Pick<typeof documentWords, 'until'>): string {
  const due = dueDay(condition);
  const end = due === null ? condition.due_on : day(`${due}T00:00`);
  return conditionWords(condition, end && until(end));
}
