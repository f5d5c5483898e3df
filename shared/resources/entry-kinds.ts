/** The kinds that make up a document's content, in the order in which it is read. */
export const entryKinds = ['section', 'hazard', 'coshh', 'personnel'] as const;
export type EntryKind = (typeof entryKinds)[number];
