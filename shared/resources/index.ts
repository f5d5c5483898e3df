/** The registry of kinds. A new kind of record is one file beside this one and one line here. */
import { Problem } from '../model/problem.ts';
import type { Resource } from '../model/resource.ts';
import { compliance } from './compliance.ts';
import { conflict } from './conflict.ts';
import { contractor } from './contractor.ts';
import { coshh } from './coshh.ts';
import { crewMember } from './signoff/crew-member.ts';
import { discardedDraft } from './document/discarded-draft.ts';
import { document } from './document/document.ts';
import { exportJob } from './export.ts';
import { hazard } from './hazard.ts';
import { incident } from './incident/incident.ts';
import { permit } from './permit/permit.ts';
import { mergedEdit } from './merged-edit.ts';
import { personnel } from './personnel.ts';
import { photo } from './photo.ts';
import { project } from './project/project.ts';
import { projectExport } from './project-export.ts';
import { section } from './section.ts';
import { signoff } from './signoff/signoff.ts';
import { site } from './site.ts';
import { standingExport } from './standing-export.ts';
import { submission } from './submission/submission.ts';
import { user } from './user.ts';
import { version } from './document/version.ts';
import { worker } from './worker/worker.ts';

export const resources = {
  project,
  site,
  photo,
  document,
  section,
  hazard,
  coshh,
  personnel,
  version,
  discarded_draft: discardedDraft,
  signoff,
  crew_member: crewMember,
  conflict,
  merged_edit: mergedEdit,
  export: exportJob,
  standing_export: standingExport,
  project_export: projectExport,
  contractor,
  submission,
  permit,
  compliance,
  worker,
  incident,
  user,
};
export type Kind = keyof typeof resources;

export const allKinds: readonly string[] = Object.keys(resources);

export const replicatedKinds = Object.values(resources)
  .filter((resource) => resource.replicates)
  .map((resource) => resource.kind);

/** Undefined for a kind that only a newer version knows. */
export function findResource(kind: string): Resource | undefined {
  return Object.hasOwn(resources, kind) ? resources[kind as Kind] : undefined; // checked in this line
}

/** The definition of the kind; throws a Problem, because a newer device may know kinds that this server does not. */
export function resourceOf(kind: string): Resource {
  const found = findResource(kind);
  if (found) return found;
  throw new Problem('validation_failed', `There is no kind of record called “${kind.slice(0, 32)}”.`, {
    errors: [
      { pointer: '#/kind', code: 'invalid_value', detail: `must be one of ${Object.keys(resources).join(', ')}` },
    ],
  });
}
