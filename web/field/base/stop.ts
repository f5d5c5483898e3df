/** Work that was stopped on this tablet: recorded at once, and shown in every tab and after a restart until somebody lets it start again. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { mostIncidentPhotos } from '../../../shared/resources/incident/most-photos.ts';
import { replica } from './device.ts';
import { kept } from './kept.ts';
import { useSignal } from './signal.ts';
import { celebrate } from './feedback.ts';

interface Stopped {
  /** Of the incident that tells of it. */
  readonly incident: string;
  /** Who was, in English; null = not said yet. */
  readonly told: readonly string[] | null;
}

const stopped = kept<Stopped | null>('stopped', null);

export function useStopped(): Stopped | null {
  return useSignal(stopped);
}

export interface StopAt {
  /** Id of the incident that tells of it, where it has one already: recorded again with it, it is one stop. */
  readonly incident?: string;
  /** ISO 8601; absent = now. */
  readonly at?: string;
  readonly site: Pick<Shown<'site'>, 'id'> | undefined;
  readonly project: string;
  /** In English. */
  readonly where: string;
  readonly title: string;
  readonly reason: string;
  /** Ids of those that show it. */
  readonly photos?: readonly string[];
}

/** Resolves when the stop is in the outbox, and kept. */
export async function recordStop(stop: StopAt): Promise<void> {
  const { incident: id, at, site, project, where, title, reason, photos = [] } = stop;
  const incident = await replica().reportIncident({
    ...(id !== undefined && { id }),
    ...(at !== undefined && { occurred_at: at }),
    incident_type: 'unsafe_condition',
    project_id: project,
    ...(site && { site_id: site.id }),
    location: where,
    description: `${title}: ${reason}`,
    immediate_actions: title,
    // A stop is never refused for its photos.
    photos: photos.slice(0, mostIncidentPhotos).map((photo) => ({ id: photo })),
  });
  celebrate();
  await stopped.change((before) => (before?.incident === incident ? before : { incident, told: null }));
}

/** `text` = who was told, as the office reads it. */
export async function recordTold(told: readonly string[], text: string): Promise<void> {
  const { value } = stopped;
  if (!value) return;
  await replica().act('incident', value.incident, 'note', { text });
  // Another stop may have begun meanwhile.
  await stopped.change((before) => (before?.incident === value.incident ? { ...before, told } : before));
}

export function endStop(): Promise<void> {
  return stopped.change(() => null);
}
