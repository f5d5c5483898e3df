/** What has to be met first where the version in force was approved on conditions, and until when. */
import { conditionWords, dueDay, toBeMet, type Condition } from '../../../shared/resources/document/conditions.ts';
import { Notice } from '../../ui/notice.tsx';
import { useLive } from '../base/loaded.ts';
import { useNow } from '../base/now.ts';
import { rest } from '../base/server.ts';
import { daysUntil, onDay } from '../base/times.ts';
import type { DocumentPart } from './part.ts';

export function Conditions({ document: { id } }: Pick<DocumentPart, 'document'>) {
  const { value } = useLive(`versions ${id}`, () => rest.listVersions({ document: id }));
  const now = useNow();
  const inForce = value?.data.find(({ state }) => state === 'current');
  if (!inForce) return null;
  const { late, open } = toBeMet(inForce.conditions, (due) => daysUntil(due, now) < 0);
  return (
    <>
      {late.length > 0 && (
        <Notice tone="stop">
          <b>Version {inForce.version} was approved on conditions whose day is over:</b>
          <Listed of={late} />
        </Notice>
      )}
      {open.length > 0 && (
        <Notice tone="care">
          <b>Version {inForce.version} was approved on conditions:</b>
          <Listed of={open} />
        </Notice>
      )}
    </>
  );
}

function Listed({ of }: { readonly of: readonly Condition[] }) {
  return (
    <ul>
      {of.map((each, i) => (
        <li key={i}>{wordsOf(each)}</li>
      ))}
    </ul>
  );
}

function wordsOf(condition: Condition): string {
  const due = dueDay(condition);
  const end = due === null ? condition.due_on : onDay(due);
  return conditionWords(condition, end && `until ${end}`);
}
