/** What contractors have handed in and nobody has decided on, and who may review it. */
import type { Rest } from '../base/attempt.ts';
import { everyRow } from '../base/every-row.ts';
import type { Me } from '../base/me.ts';
import { rest } from '../base/server.ts';

export type HandedIn = Awaited<ReturnType<Rest['listAllSubmissions']>>['data'][number];
export type Settings = Awaited<ReturnType<Rest['getOrganisation']>>['settings'];

export const readHandedIn = () =>
  everyRow((page) => rest.listAllSubmissions({ query: { status: 'submitted,under_review', ...page } }));

/** As the server has it: where two people are needed, nobody reviews what they handed in themselves. */
export function mayReview({ submitted_by: by }: HandedIn, { actor }: Me, settings: Settings | undefined): boolean {
  if (!settings) return false;
  return !settings.require_two_person_approval || settings.allow_self_approval || by?.id !== actor.id;
}
