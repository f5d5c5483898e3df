/** JSON Merge Patch (RFC 7396): members of an object change one by one, and null removes one. */
import { isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';

/** The fields to set on a record whose body is `current`. A field itself is cleared by null, as in a PUT. */
export function mergedFields(current: JsonObject, patch: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(patch).map(([field, value]) => [field, isJsonObject(value) ? merged(current[field], value) : value]),
  );
}

function merged(target: Json | undefined, patch: JsonObject): JsonObject {
  const members = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) members.delete(name);
    else members.set(name, isJsonObject(value) ? merged(members.get(name), value) : value);
  }
  return Object.fromEntries(members);
}
