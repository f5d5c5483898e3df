/** Reads the sample organisation from its folder (`test/sample/*.json`) and checks it before anything is sent. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { sampleSubmission } from './contractors.ts';
import { samplePermit } from './permits.ts';
import { sampleRecord as record, type SampleRecord } from './loader.ts';

const content = z.object({
  sections: z.array(record),
  hazards: z.array(record),
  coshh_assessments: z.array(record),
  personnel: z.array(record),
});
export type Content = z.infer<typeof content>;

const person = z.object({ id: z.string(), name: z.string() });

const round = z.object({
  version: z.int().positive(),
  submitted_by: person,
  submitted_at: z.string(),
  submission_notes: z.string().nullable(),
  reviewer: z.object({ id: z.string() }).nullable(),
  outcome: z.enum(['approved', 'approved_with_comments', 'amendments_requested']).nullable(),
  decided_by: person.nullable(),
  decided_at: z.string().nullable(),
  decision_notes: z.string().nullable(),
  change_significance: z.enum(['material', 'minor']).nullable(),
  conditions: z.array(z.object({ text: z.string(), due_on: z.string().nullable() }).catchall(z.json())),
  comments: z.array(record),
});
export type SampleRound = z.infer<typeof round>;

const documentFile = z
  .object({ id: z.uuid(), reference: z.string(), status: z.string(), ...content.shape, review_rounds: z.array(round) })
  .catchall(z.json());

const snapshotFile = z.object({ document_id: z.uuid(), version: z.int().positive(), content });

const version = z.object({
  document_id: z.uuid(),
  version: z.int().positive(),
  change_summary: z.string().nullable(),
  approved_by_role: z.string(),
  superseded_at: z.string().nullable(),
});
export type SampleVersion = z.infer<typeof version>;

/** Names the members that the seal covers; all others are passed through. */
const signoff = z
  .object({
    id: z.uuid(),
    document_id: z.uuid(),
    document_version: z.int().positive(),
    received_at: z.string(),
    worker: z.object({ name: z.string() }).catchall(z.json()),
    capture: z.object({ captured_at_device: z.string(), device_id: z.string().nullable() }).catchall(z.json()),
    statement: z
      .object({ id: z.string(), version: z.int(), language: z.string(), text_hash: z.string() })
      .catchall(z.json()),
    signature: z.object({ sha256: z.string() }).catchall(z.json()).nullable(),
  })
  .catchall(z.json());
export type SampleSignoff = z.infer<typeof signoff>;

export interface SampleDocument {
  /** The file without its entries and rounds. */
  readonly head: SampleRecord & { readonly reference: string; readonly status: string };
  readonly rounds: readonly SampleRound[];
  /** The content of a version; that of the last one is the file's own. */
  readonly contentOf: (version: number) => Content;
}

export type Sample = Awaited<ReturnType<typeof readSample>>;

/** Throws an Error that names a missing or invalid file. */
export async function readSample(dir: string) {
  const read = async <T>(name: string, schema: z.ZodType<T>): Promise<T> => await readJson(join(dir, name), schema);
  const records = async (name: string): Promise<readonly SampleRecord[]> => await read(name, z.array(record));
  const names = (await readdir(dir).catch(() => [])).filter((name) => /^document-\d+.*\.json$/.test(name)).toSorted();
  const isSnapshot = (name: string): boolean => name.endsWith('-snapshot.json');
  const snapshots = await Promise.all(names.filter(isSnapshot).map((name) => read(name, snapshotFile)));
  const files = await Promise.all(names.filter((name) => !isSnapshot(name)).map((name) => read(name, documentFile)));
  return {
    organisation: await read('organisation.json', record),
    users: await records('users.json'),
    projects: await records('projects.json'),
    sites: await records('sites.json'),
    documents: files.map((file) => sampleDocument(file, snapshots)),
    versions: await read('versions.json', z.array(version)),
    signoffs: await read('signoffs.json', z.array(signoff)),
    workers: await records('workers.json'),
    incidents: await records('incidents.json'),
    permits: await read('permits.json', z.array(samplePermit)),
    contractors: await records('contractors.json'),
    submissions: await read('contractor-submissions.json', z.array(sampleSubmission)),
  };
}

function sampleDocument(
  file: z.infer<typeof documentFile>,
  snapshots: readonly z.infer<typeof snapshotFile>[],
): SampleDocument {
  const { sections, hazards, coshh_assessments, personnel, review_rounds: rounds, ...head } = file;
  const own = { sections, hazards, coshh_assessments, personnel };
  const last = rounds.at(-1)?.version ?? 1;
  const frozen = snapshots.filter((snapshot) => snapshot.document_id === file.id && snapshot.version < last);
  return {
    head,
    rounds,
    contentOf: (wanted) => frozen.find((snapshot) => snapshot.version === wanted)?.content ?? own,
  };
}

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`there is no sample organisation here: ${path} cannot be read`);
  });
  const parsed = schema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Error(`${path} is not as expected: ${z.prettifyError(parsed.error)}`);
}
