/**
 * The content snapshot, attached to the PDF as canonical JSON: hashing the attached file with any tool
 * gives the content hash printed on the cover.
 */
import { canonical } from '../../shared/crypto/canonical.ts';
import { isJsonObject, type Json, type JsonObject } from '../../shared/base/json.ts';
import { sha256Hex } from '../../shared/crypto/sha256.ts';

export interface SnapshotFile {
  readonly json: string;
  readonly sha256: string;
}

/** Mobile numbers are private (contract, Exports, EX3): content is attached without them, under another hash. */
export function snapshotFile(content: JsonObject): SnapshotFile {
  const json = canonical(withoutMobiles(content));
  return { json, sha256: `sha256:${sha256Hex(json)}` };
}

function withoutMobiles(content: JsonObject): JsonObject {
  const { personnel } = content;
  if (!Array.isArray(personnel)) return content;
  // Array.isArray yields any[]; the elements of a JSON array are JSON.
  const people = personnel as readonly Json[];
  return {
    ...content,
    personnel: people.map((person) => (isJsonObject(person) ? { ...person, mobile: undefined } : person)),
  };
}
