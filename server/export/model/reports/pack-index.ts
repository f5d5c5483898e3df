/** The index of a pack: every file with its pages, its size and its SHA-256, and what was left out and why. */
import type { PackedFile, PackIndexInput } from '../../report-input.ts';
import type { Block, Part } from '../blocks.ts';
import { cell, dense, heading, paragraph, table, text } from '../make.ts';
import { timeOf } from '../words.ts';
import { placeBoxes, placeName, plainChip, projectReference, type Report, zoneOf } from './frame.ts';

export function packIndex(input: PackIndexInput): Report {
  const { files, left_out: leftOut } = input;
  const folders = Map.groupBy(files, ({ path }) => path.split('/')[0] ?? '');
  return {
    name: 'Project pack',
    title: placeName(input),
    identity: `${projectReference(input)}  ·  As recorded on ${timeOf(input.printed_at, zoneOf(input))}`,
    status: { ...plainChip, text: `${files.length} ${files.length === 1 ? 'FILE' : 'FILES'}` },
    isLandscape: false,
    blocks: [
      ...placeBoxes(input, 'What this pack is about', 3),
      ...(files.length === 0 ? [heading(1, 'Files'), paragraph('There is nothing to pack yet.', 'muted')] : []),
      ...dense([...folders].flatMap(([folder, inside]) => folderBlocks(folder, inside))),
      ...(leftOut.length > 0
        ? [
            heading(1, 'Not in this pack'),
            table('What was left out', leftOut, [
              ['What', 50, ({ title }) => cell(text(title, 'strong'))],
              ['Why', 50, ({ reason }) => reason],
            ]),
          ]
        : []),
      heading(1, 'Checking this pack'),
      paragraph(
        'The list is also in index.json, for programs. A file is unchanged if its SHA-256 is the one here: for example sha256sum on Linux, or Get-FileHash on Windows.',
      ),
    ],
  };
}

const titles: Readonly<Record<string, string>> = {
  registers: 'Registers',
  documents: 'Documents in force',
  permits: 'Permits to work',
  incidents: 'Incidents',
  photos: 'Photos',
};

function folderBlocks(folder: string, files: readonly PackedFile[]): readonly Block[] {
  return [
    heading(1, `${titles[folder] ?? folder} (${files.length})`),
    table(`Files in ${folder}`, files, [
      [
        'File',
        74,
        ({ title, path, sha256 }) =>
          cell(text(title, 'strong'), exact(path, 'normal'), exact(`SHA-256 ${sha256}`, 'fine')),
      ],
      ['Pages', 10, ({ pages }) => (pages === null ? '' : String(pages))],
      ['Size', 16, ({ bytes }) => sizeOf(bytes)],
    ]),
  ];
}

/** A path is no code to be put in plain words. */
function exact(words: string, tone: 'normal' | 'fine'): Part {
  return { kind: 'text', runs: [{ text: words, exact: true }], tone };
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
