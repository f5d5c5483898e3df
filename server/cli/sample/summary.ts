/** Counts of what the server has after a load, and a table of the documents. */
import { entryLists } from './content.ts';
import type { Sample, SampleDocument } from './files.ts';
import type { Loader } from './loader.ts';

const columns = ['sections', 'hazards', 'controls', 'coshh', 'personnel', 'versions', 'signoffs'] as const;
type Row = Readonly<Record<(typeof columns)[number], number>> & { readonly head: readonly string[] };

export type Counts = Readonly<Record<string, number>>;

export async function summarise(
  loader: Loader,
  { documents, ...sample }: Sample,
): Promise<{ counts: Counts; table: readonly string[] }> {
  const rows: Row[] = [];
  for (const document of documents) rows.push(await countDocument(loader, document));
  const found = async (...kinds: readonly Exclude<keyof typeof sample, 'organisation' | 'versions' | 'signoffs'>[]) =>
    await Promise.all(
      kinds.map(async (kind) => {
        const records = await Promise.all(sample[kind].map(({ id }) => loader.api.read(`/${kind}/${id}`)));
        return [kind, records.filter(Boolean).length] as const;
      }),
    );
  const counts = Object.fromEntries([
    ...(await found('projects', 'sites')),
    ['documents', rows.length],
    ...columns.map((column) => [column, rows.reduce((total, row) => total + row[column], 0)] as const),
    ...(await found('users', 'workers', 'incidents', 'permits', 'contractors', 'submissions')),
  ]);
  return { counts, table: layOut(rows) };
}

async function countDocument({ api }: Loader, { head }: SampleDocument): Promise<Row> {
  const path = `/documents/${head.id}`;
  const { status, version } = (await api.read(path)) ?? {};
  const lists = [...entryLists.map((list) => list.path), 'versions', 'signoffs'];
  const entries = await Promise.all(lists.map((list) => api.list(`${path}/${list}`)));
  const [sections = 0, hazards = 0, coshh = 0, personnel = 0, versions = 0, signoffs = 0] = entries.map(
    ({ length }) => length,
  );
  const controls = (entries[1] ?? []).reduce((total, hazard) => total + sizeOf(hazard['controls']), 0);
  const cells = [head.reference, String(status), `v${String(version)}`];
  return { head: cells, sections, hazards, controls, coshh, personnel, versions, signoffs };
}

function sizeOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function layOut(rows: readonly Row[]): string[] {
  const lines = [
    ['reference', 'status', 'version', ...columns],
    ...rows.map((row) => [...row.head, ...columns.map((column) => String(row[column]))]),
  ];
  const widths = lines[0]?.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0))) ?? [];
  return lines.map((line) =>
    line.map((cell, i) => (i < 3 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
  );
}
