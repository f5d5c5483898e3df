/** A report that was begun: kept from the first tap, so that it is there after a restart, and sent as one record when it is complete. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { replica } from '../base/device.ts';
import { keep, readKept } from '../base/kept.ts';
import type { reportWords } from '../words/en-report.ts';

type Words = typeof reportWords;

export type ReportKind = keyof Words['kinds'];

export interface ReportDraft {
  readonly kind: ReportKind;
  /** Server time is not known yet; the tablet's. */
  readonly startedAt: string;
  readonly text: string;
  readonly photos: readonly string[];
}

const key = 'report';

export function readReport(): Promise<ReportDraft | undefined> {
  return readKept<ReportDraft>(key);
}

export function keepReport(draft: ReportDraft): Promise<void> {
  return keep(key, draft);
}

/** Resolves when the report is in the outbox. */
export async function sendReport(draft: ReportDraft, { site, location, anonymous, words }: SendTo): Promise<void> {
  await replica().reportIncident({
    incident_type: draft.kind,
    project_id: site.project_id,
    site_id: site.id,
    location,
    anonymous,
    description: draft.text.trim() || words.noWords(words.kinds[draft.kind]),
    photos: draft.photos.map((id) => ({ id })),
  });
  await keep(key, undefined);
}

interface SendTo {
  readonly site: Shown<'site'>;
  readonly location: string;
  readonly anonymous: boolean;
  readonly words: Words;
}
