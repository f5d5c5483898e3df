/** The ZIP of a pack: safe names, bytes that repeat, and no more in memory than a piece (rules EX70 and EX71). */
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { PackNames, safeName } from '../../server/export/pack/names.ts';
import { zipped } from '../../server/export/pack/zip.ts';

async function bytesOf(archive: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of archive) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

describe('names in a pack', () => {
  test.for([
    ['RAMS-007 v2 Roof', 'RAMS-007 v2 Roof'],
    ['../../etc/passwd', 'etc-passwd'],
    ['C:\\Windows\\win.ini', 'C-Windows-win.ini'],
    ['/absolute', 'absolute'],
    ['..', 'unnamed'],
    ['', 'unnamed'],
    ['con', '_con'],
    ['LPT1.notes', '_LPT1.notes'],
    ['COM¹', '_COM¹'],
    ['nul .x', '_nul .x'],
    ['nulx .x', 'nulx .x'],
    ['a\u202egnp.exe', 'a-gnp.exe'],
    ['line\nfeed\u0000nul\ud800', 'line-feed-nul\ufffd'],
    ['trailing dots...  ', 'trailing dots'],
    ['Zażółć gęślą jaźń', 'Zażółć gęślą jaźń'],
    ['施工方案', '施工方案'],
  ])('[EX70] %j is packed under a name that leaves no folder: %j', ([name = '', safe]) => {
    expect(safeName(name)).toBe(safe);
  });

  test('[EX70] no two files have one name, whatever the letter case or the Unicode form', () => {
    const names = new PackNames();
    const paths = ['Roof', 'ROOF', 'roof', 'Caf\u00e9', 'Cafe\u0301'].map((name) =>
      names.path('documents', name, 'pdf'),
    );
    expect(paths).toEqual([
      'documents/Roof.pdf',
      'documents/ROOF (2).pdf',
      'documents/roof (3).pdf',
      'documents/Café.pdf',
      'documents/Café (2).pdf',
    ]);
    expect(names.path('permits', 'Roof', 'pdf')).toBe('permits/Roof.pdf');
  });

  test('[EX70] a long name is cut between characters, to what every disk holds', () => {
    const cut = safeName('漢'.repeat(500));
    expect(Buffer.byteLength(cut)).toBe(120);
    expect(safeName(`${'a'.repeat(119)}😀`)).toBe('a'.repeat(119));
  });
});

describe('the ZIP of a pack', () => {
  const piece = new Uint8Array(1024 * 1024).map((_, i) => i % 251);

  test('[EX71] each file is whole, and the same files give the same bytes', async () => {
    async function* files() {
      yield { path: 'documents/Żółw.pdf', content: [piece, piece.subarray(0, 10)] };
      yield { path: 'empty.txt', content: [] };
      yield { path: 'index.json', content: [new TextEncoder().encode('{}')] };
    }
    const archive = await bytesOf(zipped(files()));
    const found = unzipSync(archive);
    expect(Object.keys(found)).toEqual(['documents/Żółw.pdf', 'empty.txt', 'index.json']);
    expect(Buffer.compare(found['documents/Żółw.pdf'] ?? piece, Buffer.concat([piece, piece.subarray(0, 10)]))).toBe(0);
    expect(found['empty.txt']).toHaveLength(0);
    expect(Buffer.compare(archive, await bytesOf(zipped(files())))).toBe(0);
  });

  test('[EX71] what is read is at most two pieces ahead of what is written', async () => {
    let read = 0;
    async function* content() {
      for (let i = 0; i < 24; i += 1) {
        yield piece;
        read += piece.length;
      }
    }
    async function* files() {
      yield { path: 'large.bin', content: content() };
    }
    let written = 0;
    let most = 0;
    for await (const part of zipped(files())) {
      most = Math.max(most, read - written);
      written += part.length;
    }
    expect(written).toBeGreaterThan(24 * piece.length);
    expect(most).toBeLessThan(2 * piece.length);
  });

  test('[EX71] a file that fails ends the ZIP with its error', async () => {
    async function* files() {
      yield { path: 'a', content: [piece] };
      throw new Error('the disk is full');
    }
    await expect(bytesOf(zipped(files()))).rejects.toThrow('the disk is full');
  });
});
