/** The reports that were begun, as the tablet keeps them. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { kept } from '../base/kept.ts';
import type { reportWords } from '../words/en-report.ts';

export type ReportKind = keyof (typeof reportWords)['kinds'];

export interface ReportDraft {
  /** Of the incident that it becomes: reported twice, it is one. */
  readonly id: string;
  readonly kind: ReportKind;
  /** Server time, as the tablet knew it then. */
  readonly startedAt: string;
  /** Where it was begun: the tablet may be elsewhere before it is finished. */
  readonly site: Pick<Shown<'site'>, 'id' | 'name' | 'project_id'>;
  readonly text: string;
  readonly photos: readonly string[];
}

/** By id, the oldest first. */
export const drafts = kept<Readonly<Record<string, ReportDraft>>>('reports', {});
