/**
 * A refused edit of a part of a document, beside what is there today, and the same edit by the user who is signed in. It is written over the
 * revision that this person saw, and then waits no longer.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import type { Rest } from '../base/attempt.ts';
import { rest } from '../base/server.ts';
import type { Refused } from './waiting.ts';

type Document = Awaited<ReturnType<Rest['getDocument']>>;
type Change = (attempt: Rest, document: string, id: string, set: JsonObject, ifRevision: number) => Promise<unknown>;

interface Editable {
  readonly find: (document: Document, id: string) => { readonly revision: number } | undefined;
  // The server checks what a body holds, whatever its type here.
  readonly change: Change;
}

const named = <Entry extends { readonly id: string }>(entries: readonly Entry[], id: string): Entry | undefined =>
  entries.find((each) => each.id === id);

const editable: Readonly<Record<string, Editable>> = {
  document: {
    find: (document) => document,
    change: (attempt, document, _id, body, ifRevision) => attempt.updateDocument({ document, body, ifRevision }),
  },
  section: {
    find: ({ sections }, id) => named(sections, id),
    change: (attempt, document, id, body, ifRevision) => attempt.updateSection({ document, id, body, ifRevision }),
  },
  hazard: {
    find: ({ hazards }, id) => named(hazards, id),
    change: (attempt, document, id, body, ifRevision) => attempt.updateHazard({ document, id, body, ifRevision }),
  },
  coshh: {
    find: ({ coshh_assessments: substances }, id) => named(substances, id),
    change: (attempt, document, id, body, ifRevision) =>
      attempt.updateCoshhAssessment({ document, id, body, ifRevision }),
  },
  personnel: {
    find: ({ personnel }, id) => named(personnel, id),
    change: (attempt, document, id, body, ifRevision) =>
      attempt.updatePersonnelEntry({ document, id, body, ifRevision }),
  },
};

/** What a refused edit would change today. */
export interface Today {
  /** The same fields as they are now. */
  readonly now: JsonObject;
  /** Null = it does not fit, and why. */
  readonly write: ((attempt: Rest) => Promise<void>) | null;
  readonly whyNot: string | null;
}

/** Null for what is no edit of a part of a document. */
export async function readToday(refused: Refused): Promise<Today | null> {
  const { command, document_id: document } = refused;
  if (!isJsonObject(command) || command['op'] !== 'patch' || document === null) return null;
  const { kind, id, set } = command;
  const part = typeof kind === 'string' && Object.hasOwn(editable, kind) ? editable[kind] : undefined;
  if (!part || typeof id !== 'string' || !isJsonObject(set)) return null;
  const read = await rest.getDocument({ document });
  const found = part.find(read, id);
  if (!found) return { now: {}, write: null, whyNot: 'It was removed since, so there is nothing to write it to.' };
  const shown = found as unknown as JsonObject; // as the server sent it
  const now = Object.fromEntries(Object.keys(set).map((name) => [name, shown[name] ?? null]));
  const whyNot = whyNotNow(read, set);
  const write = async (attempt: Rest): Promise<void> => {
    await part.change(attempt, document, id, set, found.revision);
    await attempt.dismissRefused({
      command: refused.id,
      body: { hash: refused.hash, reason: 'It was written again in the office.' },
    });
  };
  return { now, write: whyNot === null ? write : null, whyNot };
}

function whyNotNow({ status }: Document, set: JsonObject): string | null {
  if (Object.values(set).some(isCut)) return 'It is too long to be kept whole here. The tablet still has all of it.';
  if (status === 'draft') return null;
  if (status === 'approved')
    return 'The document is approved. Once somebody writes its next version, this can be written again.';
  return 'The document is not a draft now. Once it is, this can be written again.';
}

/** Of a large command only the outline is kept (contract, Security). */
function isCut(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(isCut);
  if (!isJsonObject(value)) return false;
  return isJsonObject(value['cut']) || Object.values(value).some(isCut);
}
