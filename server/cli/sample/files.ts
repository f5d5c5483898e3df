/** The sample organisation as it lies in its folder, read and checked before anything is sent (`test/sample/*.json`). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { sampleSubmission, type SampleSubmission } from './contractors.ts';
import { samplePermit, type SamplePermit } from './permits.ts';
import { sampleRecord as record, type SampleRecord } from './sent.ts';

const content = z.object({
  sections: z.array(record),
  hazards: z.array(record),
  coshh_assessments: z.array(record),
  personnel: z.array(record),
});
export type Content = z.infer<typeof content>;

const round = z.object({
  version: z.int().positive(),
  submission_notes: z.string().nullable(),
  reviewer: z.object({ id: z.string() }).nullable(),
  outcome: z.enum(['approved', 'approved_with_comments', 'amendments_requested']).nullable(),
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
  superseded_at: z.string().nullable(),
});
export type SampleVersion = z.infer<typeof version>;

/** Members that the seal covers are named; everything else is carried as it is. */
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
  /** Everything of the file but its entries and rounds. */
  readonly head: SampleRecord & { readonly reference: string; readonly status: string };
  readonly rounds: readonly SampleRound[];
  /** The content that a version had; the last one is the file's own. */
  readonly contentOf: (version: number) => Content;
}

export interface Sample {
  readonly organisation: SampleRecord;
  readonly users: readonly SampleRecord[];
  readonly projects: readonly SampleRecord[];
  readonly sites: readonly SampleRecord[];
  readonly documents: readonly SampleDocument[];
  readonly versions: readonly SampleVersion[];
  readonly signoffs: readonly SampleSignoff[];
  readonly workers: readonly SampleRecord[];
  readonly incidents: readonly SampleRecord[];
  readonly permits: readonly SamplePermit[];
  readonly contractors: readonly SampleRecord[];
  readonly submissions: readonly SampleSubmission[];
}

/** Throws an Error that names the file where one is missing or not what it should be. */
export async function readSample(dir: string): Promise<Sample> {
  const read = async <T>(name: string, schema: z.ZodType<T>): Promise<T> => await readJson(join(dir, name), schema);
  const names = (await readdir(dir).catch(() => [])).filter((name) => /^document-\d+.*\.json$/.test(name)).toSorted();
  const isSnapshot = (name: string): boolean => name.endsWith('-snapshot.json');
  const snapshots = await Promise.all(names.filter(isSnapshot).map((name) => read(name, snapshotFile)));
  const files = await Promise.all(names.filter((name) => !isSnapshot(name)).map((name) => read(name, documentFile)));
  return {
    organisation: await read('organisation.json', record),
    users: await read('users.json', z.array(record)),
    projects: await read('projects.json', z.array(record)),
    sites: await read('sites.json', z.array(record)),
    documents: files.map((file) => sampleDocument(file, snapshots)),
    versions: await read('versions.json', z.array(version)),
    signoffs: await read('signoffs.json', z.array(signoff)),
    workers: await read('workers.json', z.array(record)),
    incidents: await read('incidents.json', z.array(record)),
    permits: await read('permits.json', z.array(samplePermit)),
    contractors: await read('contractors.json', z.array(record)),
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
