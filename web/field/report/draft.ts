/** Reports that were begun: kept from the first tap, so that they are there after a restart, and each sent as one record when complete. */
import { begunId, serverTime } from '../base/clock.ts';
import { replica } from '../base/device.ts';
import { reportWords } from '../words/en-report.ts';
import { drafts, type ReportDraft, type ReportKind } from './kept-drafts.ts';
import { dropReplaced, replacing } from './replaced-photos.ts';

/** Returns the id of the new draft. */
export async function beginReport(
  kind: ReportKind,
  { id: siteId, name, project_id }: ReportDraft['site'],
): Promise<string> {
  const id = begunId();
  const site = { id: siteId, name, project_id };
  const draft = { id, kind, startedAt: new Date(serverTime()).toISOString(), site, text: '', photos: [] };
  await drafts.change((before) => ({ ...before, [id]: draft }));
  return id;
}

/** Throws where it was reported or thrown away meanwhile. */
export function changeReport(id: string, change: (draft: ReportDraft) => Partial<ReportDraft>): Promise<void> {
  const { compare, beside } = replacing();
  return drafts.change(
    (before) => {
      const draft = before[id];
      if (!draft) throw new Error('This report is not a draft any more.');
      const after = { ...draft, ...change(draft) };
      compare(draft.photos, after.photos);
      return { ...before, [id]: after };
    },
    ...beside,
  );
}

/** With the photos that were not sent yet. */
export async function throwAwayReport(id: string): Promise<void> {
  const { compare, beside } = replacing();
  // Killed between the two writes of `sendReport`, its photos are those of an incident.
  const isSent = (await replica().incidents.get(id)) !== undefined;
  await drafts.change(
    ({ [id]: draft, ...others }) => {
      compare(isSent || !draft ? [] : draft.photos, []);
      return others;
    },
    ...beside,
  );
  void dropReplaced().catch(() => undefined); // the next start tries again
}

/** Resolves when the report is in the outbox. */
export async function sendReport(id: string, { location, anonymous }: SendTo): Promise<void> {
  const draft = (await drafts.read())[id];
  if (!draft) return;
  await replica().reportIncident({
    id,
    incident_type: draft.kind,
    project_id: draft.site.project_id,
    site_id: draft.site.id,
    // The office may have moved the site out of this tablet's sight: its name says where it was.
    location: `${location}, ${draft.site.name}`,
    anonymous,
    occurred_at: draft.startedAt,
    description: draft.text.trim() || reportWords.noWords(reportWords.kinds[draft.kind]),
    photos: draft.photos.map((photo) => ({ id: photo })),
  });
  await drafts.change(({ [id]: _sent, ...others }) => others);
}

interface SendTo {
  readonly location: string;
  readonly anonymous: boolean;
}
