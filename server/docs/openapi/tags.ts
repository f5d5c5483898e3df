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
  { name: 'Compliance', description: 'Results of the compliance rules for a document.' },
  { name: 'Versions', description: 'Approved versions: frozen content, its hash and the decision.' },
  { name: 'Sign-offs', description: 'Records that a named worker confirmed a briefing on one approved version.' },
  {
    name: 'Permits',
    description: 'Permits to work, from request to closure, with every action under them.',
  },
  {
    name: 'Exports',
    description: 'PDF and DOCX files of a version or a draft; registers, matrices and packs of a project.',
  },
  { name: 'Workers', description: 'Workers on the sites and their competence cards.' },
  { name: 'Incidents', description: 'Incidents and near misses, from report to closure.' },
  { name: 'Reference', description: 'Reference lists, and search.' },
  { name: 'Webhooks', description: 'Subscriptions to events, and their delivery log.' },
  { name: 'Mirrors', description: 'CouchDB databases that always hold what was approved and signed.' },
  { name: 'Notifications', description: 'Notifications of users, and which of them are read.' },
  { name: 'Feeds', description: 'Events, conflicts, what was merged by itself, and refused commands.' },
  { name: 'Organisation', description: 'The organisation of the token, its settings and users.' },
  { name: 'Tokens', description: 'Bearer tokens: permissions, expiry and allowed addresses.' },
] as const;
type Tag = (typeof tags)[number]['name'];

/** The path segments of each area. */
const segmentsByTag: Readonly<Record<Tag, readonly string[]>> = {
  Projects: ['projects'],
  Contractors: ['contractors', 'submissions', 'invitations'],
  Sites: ['sites'],
  Photos: ['photos'],
  Documents: ['documents'],
  Review: [
    'submit-review',
    'approve',
    'reject',
    'withdraw',
    'revise',
    'discard',
    'discarded-drafts',
    'review-comments',
    'answer',
    'ask-to-brief',
    'archive',
    'restore',
  ],
  Sections: ['sections'],
  Hazards: ['hazards'],
  COSHH: ['coshh'],
  Personnel: ['personnel'],
  Compliance: ['compliance-check', 'compliance', 'compliance-history'],
  Versions: ['versions'],
  'Sign-offs': ['signoffs', 'coverage', 'crew'],
  Permits: ['permits'],
  Exports: ['export', 'exports', 'standing-exports', 'project-exports'],
  Workers: ['workers'],
  Incidents: ['incidents'],
  Reference: ['industries', 'search'],
  Webhooks: ['webhooks'],
  Mirrors: ['mirrors'],
  Notifications: ['notifications'],
  Feeds: ['events', 'conflicts', 'merged-edits', 'sync'],
  Organisation: ['organisation', 'users', 'audit', 'integrity'],
  Tokens: ['tokens', 'device-codes', 'me'],
};

/** Roots that decide the area whatever the last segment is: `…/withdraw` means something else there. */
const roots = ['submissions', 'invitations'];

/** The area of the last segment that belongs to one. Throws if there is none: add its segment above. */
export function tagOf(path: string): Tag {
  const segments = path.replace('/api/v1/', '').split('/');
  const deciding = segments[0] && roots.includes(segments[0]) ? segments.slice(0, 1) : segments;
  const found = deciding.map((segment) => tags.find(({ name }) => segmentsByTag[name].includes(segment)));
  const tag = found.findLast((each) => each !== undefined);
  if (!tag) throw new Error(`${path} belongs to no area of the API; name one in server/docs/openapi/tags.ts`);
  return tag.name;
}
