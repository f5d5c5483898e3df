/** The areas of the API, in the order in which one meets them, and how a path tells its area. */

export const tags = [
  { name: 'Projects', description: 'The jobs that sites and documents belong to.' },
  { name: 'Contractors', description: 'Firms invited to a project, and what they have handed in.' },
  { name: 'Sites', description: 'Where the work happens, and what one needs there in an emergency.' },
  { name: 'Photos', description: 'Pictures of a site.' },
  {
    name: 'Documents',
    description:
      'RAMS, risk assessments, method statements, COSHH sets, toolbox talks, permits and point-of-work risk assessments.',
  },
  { name: 'Review', description: 'The life of a document: draft, pending review, approved, archived.' },
  { name: 'Sections', description: 'The text of a document, part by part.' },
  { name: 'Hazards', description: 'What can hurt whom, rated before and after its controls.' },
  { name: 'COSHH', description: 'Substances, how people meet them and how they are kept safe.' },
  { name: 'Personnel', description: 'People with a part in the work, and their competence cards.' },
  { name: 'Compliance', description: 'What the 27 rules of the compliance check say of a document.' },
  { name: 'Versions', description: 'What was approved, frozen, with its hash and the decision behind it.' },
  { name: 'Sign-offs', description: 'Records that a named person confirmed a briefing on one exact approved version.' },
  {
    name: 'Permits',
    description: 'Permits to work: from the request to the closing, with everything that was done under them.',
  },
  { name: 'Exports', description: 'PDF and DOCX files of a version or a draft.' },
  { name: 'Workers', description: 'People who work on the sites, and the cards that show what they may do.' },
  { name: 'Incidents', description: 'What went wrong or nearly did, from the report to the closing.' },
  { name: 'Reference', description: 'Lists to choose from, and the search over everything.' },
  { name: 'Webhooks', description: 'Subscriptions to events, and the log of their deliveries.' },
  { name: 'Notifications', description: 'What people are told of, and what each of them has read.' },
  { name: 'Feeds', description: 'What happened, what conflicts and what was refused.' },
  { name: 'Organisation', description: 'The organisation that the token belongs to, its settings and its users.' },
  { name: 'Tokens', description: 'Bearer tokens: what each may do, until when, and from where.' },
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

/** Areas whose every path is theirs, whatever its last segment: `…/withdraw` means another thing there. */
const tagByRoot: Readonly<Record<string, Tag>> = { submissions: 'Contractors', invitations: 'Contractors' };

/** The area of the path's root, or of the last segment that has one. Throws where none has: a new area wants its line above. */
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
