/** The papers: the new version as PDF and DOCX, ordered by REST, fetched by the signed address, and read again. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { patienceMs } from '../../kit/patience.ts';
import { readPdf } from '../../export/reading.ts';
import { documents } from '../cast.ts';
import type { Day } from '../day.ts';
import { until } from '../waiting.ts';
import type { Site } from './morning.ts';

export interface Paper {
  readonly name: string;
  readonly bytes: number;
  readonly pages: number | null;
  readonly sha256: string;
}

/** What must stand in both: the title, the new wind limit, and a worker who signed. */
const words = ['unitised curtain walling', 'Lifts stop at 6 m/s mean', 'Marek Zieliński'];

export async function papers(day: Day, site: Site): Promise<readonly Paper[]> {
  day.story.chapter('Papers');
  return await Promise.all([paper(day, site, 'pdf'), paper(day, site, 'docx')]);
}

async function paper({ story, outDir }: Day, { priya }: Site, format: 'pdf' | 'docx'): Promise<Paper> {
  const { id } = await priya.exportDocument({ document: documents.curtainWalling, body: { format } });
  const job = await until(patienceMs, `the ${format}`, async () => {
    const found = await priya.getExport({ export: id });
    if (found.status === 'failed') throw new Error(`the ${format} failed: ${found.failure?.message}`);
    return found.status === 'completed' ? found : undefined;
  });
  // The signed address needs no token: it can be given to somebody else for a quarter of an hour.
  const response = await fetch(job.download_url ?? '');
  const bytes = new Uint8Array(await response.arrayBuffer());
  const name = `rams.${format}`;
  await writeFile(join(outDir, name), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  story.tell(
    'Priya Nair',
    `has version 3 as ${format.toUpperCase()}: ${name}, ${bytes.length} bytes${job.pages ? `, ${job.pages} pages` : ''}`,
  );
  story.claim(
    `${name}: version 3, and byte by byte what the server says it is`,
    [response.status, job.document_version, job.bytes, job.sha256?.replace('sha256:', '')],
    [200, 3, bytes.length, sha256],
  );
  const text = format === 'pdf' ? await pdfText(bytes) : docxText(bytes);
  story.claim(
    `${name}: title, new wind limit and the worker who signed can be read in it`,
    words.filter((each) => !text.includes(each)),
    [],
  );
  return { name, bytes: bytes.length, pages: job.pages, sha256 };
}

async function pdfText(bytes: Uint8Array): Promise<string> {
  if (!strFromU8(bytes.subarray(0, 8), true).startsWith('%PDF-')) throw new Error('the file is no PDF');
  return (await readPdf(bytes)).spoken.join(' ').replace(/\s+/g, ' ');
}

function docxText(bytes: Uint8Array): string {
  const body = unzipSync(bytes)['word/document.xml'];
  if (!body) throw new Error('the file is no DOCX');
  return strFromU8(body)
    .replace(/<\/w:p>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ');
}
