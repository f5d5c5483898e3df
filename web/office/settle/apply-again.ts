/** A refused edit of a record that the office can edit too, as the same edit by the user who is signed in; null for anything else. */
import { isJsonObject, type JsonObject } from '../../../shared/base/json.ts';
import { rest } from '../base/server.ts';
import type { Refused } from './waiting.ts';

type Change = (document: string, id: string, set: JsonObject) => Promise<unknown>;

// The server checks what a body holds, whatever its type here.
const changes: Readonly<Record<string, Change>> = {
  document: (document, _id, body) => rest.updateDocument({ document, body }),
  section: (document, id, body) => rest.updateSection({ document, id, body }),
  hazard: (document, id, body) => rest.updateHazard({ document, id, body }),
  coshh: (document, id, body) => rest.updateCoshhAssessment({ document, id, body }),
  personnel: (document, id, body) => rest.updatePersonnelEntry({ document, id, body }),
};

export function applyAgain({ command, document_id: document }: Refused): (() => Promise<unknown>) | null {
  if (!isJsonObject(command) || command['op'] !== 'patch' || document === null) return null;
  const { kind, id, set } = command;
  const change = typeof kind === 'string' && Object.hasOwn(changes, kind) ? changes[kind] : undefined;
  if (!change || typeof id !== 'string' || !isJsonObject(set)) return null;
  return () => change(document, id, set);
}
