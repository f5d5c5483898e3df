/** The sample organisation's details and settings, with strict reviews. Loaded last: one person alone could not load the content under them. */
import { sameJson } from '../../../shared/crypto/canonical.ts';
import { isJsonObject, type JsonObject } from '../../../shared/base/json.ts';
import { settingsSchema } from '../../../shared/model/settings.ts';
import type { Loader, Outcome } from './loader.ts';
import type { SampleRecord } from './loader.ts';

/** `strict_bodies` and `require_if_match` stay off: they concern callers, not documents. */
const strictness = {
  content_rules_at_submit: true,
  compliance_blocks_approval: true,
  required_references: true,
  strict_project_states: true,
};

const serverOwned = ['id', 'created_at', 'updated_at', 'settings'];

export async function loadOrganisation({ api }: Loader, file: SampleRecord): Promise<Outcome> {
  const current = (await api.read('/organisation')) ?? {};
  const about = Object.fromEntries(Object.entries(file).filter(([field]) => !serverOwned.includes(field)));
  const settings = wholeSettings(current['settings'], file['settings']);
  const wanted: JsonObject = { ...about, settings };
  if (Object.entries(wanted).every(([field, value]) => sameJson(current[field], value))) return 'already there';
  await api.write('PUT', '/organisation', 'the organisation', wanted);
  return 'ok';
}

/** Parsed by the settings' schema, which adds defaults and refuses unknown members. */
function wholeSettings(current: unknown, file: unknown): JsonObject {
  const given = { ...(isJsonObject(current) ? current : {}), ...(isJsonObject(file) ? file : {}), ...strictness };
  return { ...settingsSchema().strict().parse(given) };
}
