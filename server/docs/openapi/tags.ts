/** The areas of the API in reading order, and which area a path belongs to. */

export const tags = [
  { name: 'Projects', description: 'Construction projects, which sites and documents belong to.' },
  { name: 'Contractors', description: 'Contractors invited to a project, and their submissions.' },
  { name: 'Sites', description: 'Where the work takes place, with emergency information.' },
  { name: 'Photos', description: 'Photos of a site.' },
  {
    name: 'Documents',
    description:
      'RAMS, risk assessments, method statements, COSHH sets, toolbox talks, permits and point-of-work risk assessments.',
  },
  { name: 'Review', description: 'The lifecycle of a document: draft, pending review, approved, archived.' },
  { name: 'Sections', description: 'Text sections of a document.' },
  { name: 'Hazards', description: 'Hazards, who is at risk, and the risk before and after controls.' },
  { name: 'COSHH', description: 'Substances, exposure and control measures (COSHH).' },
  { name: 'Personnel', description: 'People involved in the work, and their competence cards.' },
  { name: 'Compliance', description: 'Results of the 27 compliance rules for a document.' },
  { name: 'Versions', description: 'Approved versions: frozen content, its hash and the decision.' },
  { name: 'Sign-offs', description: 'Records that a named worker confirmed a briefing on one approved version.' },
  {
    name: 'Permits',
    description: 'Permits to work, from request to closure, with every action under them.',
  },
  { name: 'Exports', description: 'PDF and DOCX files of a version or a draft.' },
  { name: 'Workers', description: 'Workers on the sites and their competence cards.' },
  { name: 'Incidents', description: 'Incidents and near misses, from report to closure.' },
  { name: 'Reference', description: 'Reference lists, and search.' },
  { name: 'Webhooks', description: 'Subscriptions to events, and their delivery log.' },
  { name: 'Notifications', description: 'Notifications of users, and which of them are read.' },
  { name: 'Feeds', description: 'Events, conflicts and refused commands.' },
  { name: 'Organisation', description: 'The organisation of the token, its settings and users.' },
  { name: 'Tokens', description: 'Bearer tokens: permissions, expiry and allowed addresses.' },
] as const;
type Tag = (typeof tags)[number]['name'];

const tagBySegment: Readonly<Record<string, Tag>> = {
  projects: 'Projects',
  contractors: 'Contractors',
  submissions: 'Contractors',
  sites: 'Sites',
  photos: 'Photos',
  documents: 'Documents',
  'submit-review': 'Review',
  approve: 'Review',
  reject: 'Review',
  withdraw: 'Review',
  revise: 'Review',
  discard: 'Review',
  'discarded-drafts': 'Review',
  'review-comments': 'Review',
  answer: 'Review',
  archive: 'Review',
  restore: 'Review',
  sections: 'Sections',
  hazards: 'Hazards',
  coshh: 'COSHH',
  personnel: 'Personnel',
  'compliance-check': 'Compliance',
  compliance: 'Compliance',
  versions: 'Versions',
  signoffs: 'Sign-offs',
  permits: 'Permits',
  export: 'Exports',
  exports: 'Exports',
  industries: 'Reference',
  search: 'Reference',
  webhooks: 'Webhooks',
  notifications: 'Notifications',
  events: 'Feeds',
  conflicts: 'Feeds',
  sync: 'Feeds',
  organisation: 'Organisation',
  users: 'Organisation',
  tokens: 'Tokens',
  me: 'Tokens',
  workers: 'Workers',
  incidents: 'Incidents',
};

/** Roots that decide the area whatever the last segment is: `…/withdraw` means something else there. */
const tagByRoot: Readonly<Record<string, Tag>> = { submissions: 'Contractors', invitations: 'Contractors' };

/** The area of the path's root, or of the last segment that has one. Throws if there is none: add a line above. */
export function tagOf(path: string): Tag {
  const root = /^\/api\/v1\/(\w+)/.exec(path)?.[1] ?? '';
  if (Object.hasOwn(tagByRoot, root) && tagByRoot[root]) return tagByRoot[root];
  const tag = path
    .split('/')
    .map((segment) => (Object.hasOwn(tagBySegment, segment) ? tagBySegment[segment] : undefined))
    .findLast((found) => found !== undefined);
  if (!tag) throw new Error(`${path} belongs to no area of the API; name one in server/docs/openapi/tags.ts`);
  return tag;
}
