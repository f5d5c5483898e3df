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
  { name: 'Versions', description: 'What was approved, frozen, with its hash and the decision behind it.' },
  { name: 'Sign-offs', description: 'Records that a named person confirmed a briefing on one exact approved version.' },
  { name: 'Exports', description: 'PDF and DOCX files of a version or a draft.' },
  { name: 'Reference', description: 'Lists to choose from, and the search over everything.' },
  { name: 'Webhooks', description: 'Subscriptions to events, and the log of their deliveries.' },
  { name: 'Feeds', description: 'What happened, what conflicts and what was refused.' },
  { name: 'Organisation', description: 'The organisation that the token belongs to.' },
] as const;
type Tag = (typeof tags)[number]['name'];

const tagBySegment: Readonly<Record<string, Tag>> = {
  projects: 'Projects',
  contractors: 'Contractors',
  sites: 'Sites',
  photos: 'Photos',
  documents: 'Documents',
  'submit-review': 'Review',
  approve: 'Review',
  reject: 'Review',
  withdraw: 'Review',
  revise: 'Review',
  archive: 'Review',
  restore: 'Review',
  sections: 'Sections',
  hazards: 'Hazards',
  coshh: 'COSHH',
  personnel: 'Personnel',
  versions: 'Versions',
  signoffs: 'Sign-offs',
  export: 'Exports',
  exports: 'Exports',
  industries: 'Reference',
  search: 'Reference',
  webhooks: 'Webhooks',
  events: 'Feeds',
  conflicts: 'Feeds',
  sync: 'Feeds',
  organisation: 'Organisation',
};

/** The area of the last segment that has one. Throws where none has: a new area wants its line above. */
export function tagOf(path: string): Tag {
  const tag = path
    .split('/')
    .map((segment) => (Object.hasOwn(tagBySegment, segment) ? tagBySegment[segment] : undefined))
    .findLast((found) => found !== undefined);
  if (!tag) throw new Error(`${path} belongs to no area of the API; name one in shared/openapi/tags.ts`);
  return tag;
}
