/** The sample organisation as the tests expect to read it back: the files, and which of their fields are the server's own. */
import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '../../shared/base/json.ts';

export type Fields = JsonObject & { readonly id: string };

export interface SampleDocumentFile extends Fields {
  readonly reference: string;
  readonly sections: readonly Fields[];
  readonly hazards: readonly Fields[];
  readonly coshh_assessments: readonly Fields[];
  readonly personnel: readonly Fields[];
  readonly review_rounds: readonly JsonObject[];
}

export const sampleDir = new URL('../sample/', import.meta.url);

export function sampleFile(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, sampleDir), 'utf8'));
}

const documentNames = [
  'document-01-rams-curtain-walling.json',
  'document-02-rams-excavation-services.json',
  'document-03-risk-assessment-soft-strip.json',
  'document-04-method-statement-glulam-lift.json',
  'document-05-coshh-resin-floor.json',
  'document-06-toolbox-talk-silica.json',
  'document-07-permit-hot-works.json',
  'document-08-powra-crane-wind.json',
];

// The shapes below are those of the repository's own files.
export const projectFiles = sampleFile('projects.json') as readonly Fields[];
export const siteFiles = sampleFile('sites.json') as readonly Fields[];
export const documentFiles = documentNames.map((name) => sampleFile(name) as SampleDocumentFile);
export const versionFiles = sampleFile('versions.json') as readonly Fields[];
export const signoffFiles = sampleFile('signoffs.json') as readonly Fields[];

/** Fields whose value only the server can know, because they say when, by whom and how often something happened on it. */
export const serverOwned = {
  project: ['created_at', 'updated_at'],
  site: ['created_at', 'updated_at'],
  /** The organisation is that of the token; the hash is compared with that of the version, the rounds and the permit by themselves. */
  document: ['created_at', 'updated_at', 'created_by', 'organisation_id', 'content_hash', 'review_rounds', 'permit'],
  entry: ['updated_at', 'revision'],
  /** The reviewer is compared by id, conditions on the version, comments by themselves. */
  round: ['id', 'reviewer', 'conditions', 'comments'],
  version: ['id', 'created_at', 'content_hash', 'conditions'],
  /** The seal covers the system's own hash, so it is another one; it is recomputed by the test. Flags may be added. */
  signoff: ['created_at', 'received_at', 'sync_delay_seconds', 'content_hash', 'integrity', 'flags'],
} as const;

/** The fields of the file that are not the server's own, out of any record; null and absent are one. */
export function comparable(record: JsonObject | undefined, file: JsonObject, owned: readonly string[]): JsonObject {
  const fields = Object.keys(file).filter((field) => !owned.includes(field));
  return Object.fromEntries(fields.map((field) => [field, record?.[field] ?? null]));
}

/** The file with its times as the server keeps them: UTC with milliseconds (contract rule R91). */
export function inMilliseconds<Content extends Json>(content: Content): Content {
  const text = JSON.stringify(content).replaceAll(/"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z"/g, '"$1.000Z"');
  return JSON.parse(text) as Content; // the same but for the texts of its times
}
