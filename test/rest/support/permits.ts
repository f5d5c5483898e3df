/** A permit to work brought to the state that a test needs, by REST calls. */
import type { CallOptions, Site } from './site.ts';

export const issuer = { id: '64dc3a01-48b3-5d3b-ad5f-15a81e729a5a', name: 'Sinéad Gallagher' };
export const holder = { id: 'f3e7f944-67cd-5905-aaa6-6fd60f178b04', name: 'Rhys Morgan' };
/** Neither issuer nor holder. */
export const outsider = { id: '48c0d834-b43f-52af-b968-34479f1614ad', name: 'Tom Ashworth' };

/** A time on the current day of a test server, where it is 09:00. */
export const at = (time: string): string => `2026-11-21T${time}:00.000Z`;

export const hotWork = {
  permit_type: 'hot_work',
  location: 'Level 9 plant deck',
  valid_from: at('06:00'),
  valid_to: at('15:00'),
};

const steps = [
  ['draft', null, {}],
  ['requested', 'requestPermit', { at: at('06:10'), by: holder }],
  ['authorised', 'authorisePermit', { at: at('06:40'), by: issuer }],
  ['accepted', 'acceptPermit', { at: at('06:55'), by: holder }],
  ['open', 'openPermit', { at: at('07:05'), by: issuer }],
] as const;

/** The actions possible on an open permit, by resulting state. */
const endings = {
  suspended: ['suspendPermit', { at: at('07:20'), by: issuer, reason: 'Wind 9.1 m/s' }],
  work_complete: ['completePermitWork', { at: at('08:00'), by: holder }],
  cancelled: ['cancelPermit', { at: at('08:00'), reason: 'No gas left' }],
} as const;

/** `accepted` is authorised and has a holder. Returns the id of the new permit. */
export async function permitIn(
  site: Pick<Site, 'must'>,
  state: (typeof steps)[number][0] | keyof typeof endings,
  fields: object = {},
): Promise<string> {
  const { id: permit } = await site.must('createPermit', { body: { ...hotWork, ...fields } });
  for (const [reached, action, body] of steps) {
    if (action) await site.must(action, { params: { permit }, body });
    if (reached === state) return permit;
  }
  const [action, body] = endings[state as keyof typeof endings]; // every other state was reached above
  await site.must(action, { params: { permit }, body });
  return permit;
}

/** A separate permit in that state, and the body of the call. */
export const given =
  (state: Parameters<typeof permitIn>[1], body: object = {}, fields: object = {}) =>
  async (site: Site): Promise<CallOptions> => ({ params: { permit: await permitIn(site, state, fields) }, body });
