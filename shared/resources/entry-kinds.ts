/** The kinds whose records are entries of a document, in the order of its content. */
import { coshh } from './coshh.ts';
import { hazard } from './hazard.ts';
import { personnel } from './personnel.ts';
import { section } from './section.ts';

export const entryResources = { section, hazard, coshh, personnel };
export type EntryKind = keyof typeof entryResources;
export const entryKinds = Object.keys(entryResources) as readonly EntryKind[]; // its own keys
