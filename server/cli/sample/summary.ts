/** What stands on the server after a load, counted there and not in the files, and laid out for people. */
import type { JsonObject } from '../../../shared/base/json.ts';
import { entryLists } from './content.ts';
import type { Door } from './door.ts';
import type { Sample, SampleDocument } from './files.ts';

export interface Counts {
  readonly projects: number;
  readonly sites: number;
  readonly documents: number;
  readonly sections: number;
  readonly hazards: number;
  readonly controls: number;
  readonly coshh: number;
  readonly personnel: number;
  readonly versions: number;
  readonly signoffs: number;
  readonly users: number;
  readonly workers: number;
  readonly incidents: number;
  readonly permits: number;
  readonly contractors: number;
  readonly submissions: number;
}

const columns = ['sections', 'hazards', 'controls', 'coshh', 'personnel', 'versions', 'signoffs'] as const;

interface Row extends Pick<Counts, (typeof columns)[number]> {
  readonly reference: string;
  readonly status: string;
  readonly version: string;
}

export async function summarise(door: Door, sample: Sample): Promise<{ counts: Counts; table: readonly string[] }> {
  const rows: Row[] = [];
  for (const document of sample.documents) rows.push(await countDocument(door, document));
  const sum = (column: (typeof columns)[number]): number => rows.reduce((total, row) => total + row[column], 0);
  const standing = async (path: string, records: readonly { readonly id: string }[]): Promise<number> =>
    (await Promise.all(records.map(({ id }) => door.read(`${path}/${id}`)))).filter(Boolean).length;
  const counts: Counts = {
    projects: await standing('/projects', sample.projects),
    sites: await standing('/sites', sample.sites),
    documents: rows.length,
    sections: sum('sections'),
    hazards: sum('hazards'),
    controls: sum('controls'),
    coshh: sum('coshh'),
    personnel: sum('personnel'),
    versions: sum('versions'),
    signoffs: sum('signoffs'),
    users: await standing('/users', sample.users),
    workers: await standing('/workers', sample.workers),
    incidents: await standing('/incidents', sample.incidents),
    permits: await standing('/permits', sample.permits),
    contractors: await standing('/contractors', sample.contractors),
    submissions: await standing('/submissions', sample.submissions),
  };
  return { counts, table: layOut(rows) };
}

async function countDocument(door: Door, { head }: SampleDocument): Promise<Row> {
  const path = `/documents/${head.id}`;
  const document: JsonObject = (await door.read(path)) ?? {};
  const lists = await Promise.all(
    [...entryLists.map((list) => list.path), 'versions', 'signoffs'].map((list) => door.list(`${path}/${list}`)),
  );
  const [sections = [], hazards = [], coshh = [], personnel = [], versions = [], signoffs = []] = lists;
  return {
    reference: head.reference,
    status: String(document['status']),
    version: `v${String(document['version'])}`,
    sections: sections.length,
    hazards: hazards.length,
    controls: hazards.reduce((total, { controls }) => total + (Array.isArray(controls) ? controls.length : 0), 0),
    coshh: coshh.length,
    personnel: personnel.length,
    versions: versions.length,
    signoffs: signoffs.length,
  };
}

function layOut(rows: readonly Row[]): string[] {
  const names = ['reference', 'status', 'version', ...columns] as const;
  const lines = [[...names], ...rows.map((row) => names.map((name) => String(row[name])))];
  const widths = names.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  return lines.map((line) =>
    line.map((cell, i) => (i < 3 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
  );
}
