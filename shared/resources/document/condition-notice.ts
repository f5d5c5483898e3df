/** The notice that conditions of an approval are not met although their day is over, with their words. */
import type { Notice } from '../../model/notice.ts';
import type { World } from '../../model/resource.ts';
import { documentName, paragraphs } from '../notices/wording.ts';
import { conditionWords, dueDay } from './conditions.ts';
import { unmetOf } from './condition-reminder.ts';
import type { Document } from './shape.ts';
import type { Version } from './version.ts';

interface Case {
  readonly id: string;
  readonly before: Document;
  readonly after: Document;
  readonly world: World;
}

/** To all who brief and sign: the work stops, and those among them who approve can say that a condition is met. */
export function conditionNotice({
  id,
  before,
  after,
  world,
}: Case): Omit<Notice, 'resourceType' | 'resourceId' | 'projectId'> {
  const { current_approved_version: version } = after;
  const left = new Set(unmetOf(after).map(({ condition }) => condition));
  const late = unmetOf(before).filter(({ condition }) => !left.has(condition));
  const frozen = world.children(id, 'version').find(({ body }) => body['version'] === version)?.body as
    | Version
    | undefined; // a record of the kind
  const words = late.flatMap(({ condition }) => {
    const found = frozen?.conditions[condition - 1];
    return found ? [conditionWords(found, `until ${dueDay(found)}`)] : [];
  });
  return {
    type: 'condition_overdue',
    severity: 'warning',
    subject: `${late.length === 1 ? 'Condition' : 'Conditions'} not met: ${after.title}`,
    body: paragraphs(
      `Version ${version} of ${documentName(after)} was approved on conditions whose day is over. The work waits until they are met.`,
      ...words,
    ),
    to: { permission: 'signoffs:write' },
    dedupeKey: `condition_overdue ${id} ${version} ${late.map(({ condition }) => condition).join(',')} ${after.condition_marks?.length ?? 0}`,
  };
}
