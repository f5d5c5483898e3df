/** Ids of the example records, shared so that the examples refer to each other. */

export const ids = {
  organisation: '018f2f6a-0000-7000-8000-000000000001',
  project: '018f2f6a-0000-7000-8000-000000000010',
  site: '018f2f6a-0000-7000-8000-000000000020',
  document: '018f2f6a-0000-7000-8000-000000000030',
  section: '018f2f6a-0000-7000-8000-000000000041',
  secondSection: '018f2f6a-0000-7000-8000-000000000042',
  hazard: '018f2f6a-0000-7000-8000-000000000051',
  secondHazard: '018f2f6a-0000-7000-8000-000000000052',
  signoff: '018f2f6a-0000-7000-8000-000000000060',
  export: '018f2f6a-0000-7000-8000-000000000070',
  webhook: '018f2f6a-0000-7000-8000-000000000080',
  mirror: '018f2f6a-0000-7000-8000-000000000085',
  person: '018f2f6a-0000-7000-8000-000000000090',
  photo: '018f2f6a-0000-7000-8000-000000000021',
  user: '018f2f6a-0000-7000-8000-000000000091',
  token: '018f2f6a-0000-7000-8000-000000000092',
  delivery: '018f2f6a-0000-7000-8000-000000000081',
  contractor: '018f2f6a-0000-7000-8000-0000000000d0',
  submission: '018f2f6a-0000-7000-8000-0000000000d1',
  invitation: '018f2f6a-0000-7000-8000-0000000000d1',
  permit: '018f2f6a-0000-7000-8000-0000000000f0',
  conflict: '018f2f6a-0000-7000-8000-0000000000b0',
  comment: '018f2f6a-0000-7000-8000-0000000000b8',
  notification: '018f2f6a-0000-7000-8000-0000000000c0',
  compliance: '018f2f6a-0000-7000-8000-0000000000d0',
  worker: '018f2f6a-0000-7000-8000-0000000000e0',
  card: '018f2f6a-0000-7000-8000-0000000000e1',
  incident: '018f2f6a-0000-7000-8000-0000000000e2',
} as const;

/** Example of a path parameter; `id` of an entry by the segment before it. */
export function exampleOf(parameter: string, path: string): string | number {
  const segment = /\/(\w+)\/\{id\}/.exec(path)?.[1] ?? '';
  return byParameter[parameter === 'id' ? segment : parameter] ?? ids.document;
}

const byParameter: Readonly<Record<string, string | number>> = {
  ...ids,
  version: 1,
  sections: ids.section,
  hazards: ids.hazard,
  coshh: '018f2f6a-0000-7000-8000-000000000054',
  personnel: '018f2f6a-0000-7000-8000-000000000055',
  crew: '018f2f6a-0000-7000-8000-000000000056',
  q: 'edge protection',
};
