/**
 * What the sample organisation says of itself and asks for (contract, Review and strictness): its own settings, with the rules on that
 * make a review strict. They come last, because the content is loaded by one person alone.
 */
import { sameJson } from '../../../shared/crypto/canonical.ts';
import { isJsonObject, type JsonObject } from '../../../shared/base/json.ts';
import { settingsSchema } from '../../../shared/model/settings.ts';
import type { Door } from './door.ts';
import type { SampleRecord } from './sent.ts';

/** Off in the sample as everywhere stay `strict_bodies` and `require_if_match`: they are about callers, not about documents. */
const strictness = {
  content_rules_at_submit: true,
  compliance_blocks_approval: true,
  required_references: true,
  strict_project_states: true,
};

/** Members that are the server's own, or of no use here. */
const left = ['id', 'created_at', 'updated_at', 'settings'];

export async function loadOrganisation(door: Door, file: SampleRecord): Promise<'ok' | 'already there'> {
  const standing = (await door.read('/organisation')) ?? {};
  const about = Object.fromEntries(Object.entries(file).filter(([field]) => !left.includes(field)));
  const settings = wholeSettings(standing['settings'], file['settings']);
  const wanted: JsonObject = { ...about, settings };
  if (Object.entries(wanted).every(([field, value]) => sameJson(standing[field], value))) return 'already there';
  await door.write('PUT', '/organisation', 'the organisation', wanted);
  return 'ok';
}

/** Through the settings' own schema, so that what the file leaves out has its default and what nobody knows is refused. */
function wholeSettings(standing: unknown, file: unknown): JsonObject {
  const given = { ...(isJsonObject(standing) ? standing : {}), ...(isJsonObject(file) ? file : {}), ...strictness };
  return { ...settingsSchema.strict().parse(given) };
}
