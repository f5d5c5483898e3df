/** Photos in what is printed: where they stand, how they are turned, and what is said where there is none (rules EX47 to EX49). */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import type { ExportInput, StoredPhoto } from '../../server/export/input.ts';
import { renderExport } from '../../server/export/render.ts';
import { inputOf } from './inputs.ts';
import { incidentSheetInput, permitSheetInput } from './report-inputs.ts';
import { readDocxFiles, readPdf, squeezed } from './reading.ts';
import { readTags } from './tag-faults.ts';

let folder = '';
let pdf: Awaited<ReturnType<typeof readPdf>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitefile-photos-'));
  pdf = await readPdf((await renderExport(await withPhotos())).bytes);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Red on the left and blue on the right, as it is stored. */
async function halves(type: 'jpeg' | 'png' | 'webp', width: number, height: number): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#e00000';
  pen.fillRect(0, 0, width / 2, height);
  pen.fillStyle = '#0000e0';
  pen.fillRect(width / 2, 0, width / 2, height);
  return type === 'png' ? canvas.encode('png') : canvas.encode(type, 90);
}

/** What a camera held upright writes: the picture lies on its side, and is to be turned by a quarter to the right. */
function turned(jpeg: Buffer): Buffer {
  const exif = Buffer.from('ffe1002245786966000049492a000800000001001201030001000000060000000000', 'hex');
  return Buffer.concat([jpeg.subarray(0, 2), exif, Buffer.from('0000', 'hex'), jpeg.subarray(2)]);
}

/** Only the header says so: nothing is to be decoded. */
function grown(png: Buffer, width: number, height: number): Buffer {
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

async function kept(id: string, bytes: Buffer, media_type = 'image/jpeg'): Promise<readonly [string, StoredPhoto]> {
  const path = join(folder, id);
  await writeFile(path, bytes);
  return [id, { path, sha256: createHash('sha256').update(bytes).digest('hex'), media_type }];
}

const [side, seen, web, lost, broken, other] = [1, 2, 3, 4, 5, 6].map(
  (n) => `01900000-0000-7000-8000-00000000000${n}`,
) as [string, string, string, string, string, string]; // six of them

/** Photos on the first hazard and the first section of the permit. */
async function withPhotos(changes: Partial<ExportInput> = {}): Promise<ExportInput> {
  const input = inputOf('permit');
  const { sections, hazards } = input.content as {
    readonly sections: readonly object[];
    readonly hazards: readonly object[];
  }; // of the sample
  const photos = [
    { id: side, caption: 'The bay from the north', alt: 'A loading bay with a red and a blue half' },
    { id: seen, caption: 'Extinguisher' },
  ];
  const more = [web, lost, broken, other].map((id) => ({ id, caption: `Picture ${id.at(-1)}` }));
  const [hash, ok] = await kept(broken, await halves('jpeg', 40, 40));
  return {
    ...input,
    content: {
      ...input.content,
      sections: sections.map((each, i) => (i === 0 ? { ...each, photos: more } : each)),
      hazards:
        hazards.length > 0
          ? hazards.map((each, i) => (i === 0 ? { ...each, photos } : each))
          : [{ name: 'Fire', photos }],
    } as ExportInput['content'], // the sample with photos
    photos: Object.fromEntries([
      await kept(side, turned(await halves('jpeg', 1600, 800))),
      await kept(seen, await halves('png', 60, 90), 'image/png'),
      await kept(web, await halves('webp', 80, 40), 'image/webp'),
      [lost, { path: join(folder, 'nowhere'), sha256: '', media_type: 'image/jpeg' }],
      [hash, { ...ok, sha256: '0'.repeat(64) }],
    ]),
    ...changes,
  };
}

describe('photos', () => {
  test('[EX47] photos are printed at their hazard or section, with caption and alternative text', () => {
    expect(pdf.alternatives).toEqual(
      expect.arrayContaining(['A loading bay with a red and a blue half', 'Extinguisher', 'Picture 3']),
    );
    const words = squeezed(pdf.spoken.join(' '));
    for (const caption of ['The bay from the north', 'Extinguisher', 'Picture 3'])
      expect(words).toContain(squeezed(caption));
  });

  test('[EX205] with three photos a point-of-work assessment takes two pages', async () => {
    const input = inputOf('powra');
    const files = await Promise.all([side, seen, web].map(async (id) => kept(id, await halves('jpeg', 1600, 1200))));
    const photos = files.map(([id]) => ({ id, caption: 'Are the barriers up, and others kept out?' }));
    const sections = [...(input.content['sections'] as readonly JsonObject[]), { title: 'Photos', photos }]; // of the sample
    const content = { ...input.content, sections };
    expect(await renderExport({ ...input, content, photos: Object.fromEntries(files) })).toMatchObject({ pages: 2 });
  });

  test('[EX201] of a photo that arrived after the approval the print says so, to the millisecond', async () => {
    const at = '2026-11-20T10:00:00.000Z';
    const { photos, content } = await withPhotos();
    const arrivals = { [side]: '2026-11-20T10:00:00.001Z', [seen]: at };
    const dated = Object.entries(photos ?? {}).map(([id, photo]) => [id, { ...photo, arrived_at: arrivals[id] ?? at }]);
    const input = await withPhotos({
      approval: { approved_at: at },
      photos: Object.fromEntries(dated),
      content: { ...content, sections: [] }, // on one page
    });
    const words = (await readPdf((await renderExport(input)).bytes)).spoken.join(' ');
    expect(words.match(/It arrived .{5,40}, after this version was approved/g)).toHaveLength(1);
    expect(words).toMatch(/The bay from the north\s+It arrived/);
  });

  test('[EX155] photos of a fire watch and of an incident are printed on their sheets', async () => {
    const permit = { permit_number: 'PTW-1', state: 'closed', fire_watch: { photo_ids: [web, lost] } };
    const photos = Object.fromEntries([await kept(web, await halves('webp', 80, 40), 'image/webp')]);
    for (const input of [
      permitSheetInput({ permit, photos }),
      inputOf('permit', { content: { permit }, photos, signoffs: [], versions: [] }),
    ]) {
      const { bytes } = await renderExport(input);
      const { spoken, alternatives } = await readPdf(bytes);
      expect(alternatives).toContain('Fire watch, photo 1 of 2');
      expect(spoken.join(' ')).toMatch(/A photo cannot be shown[^]*Fire watch, photo 2 of 2/);
      expect((await readTags(bytes)).faults).toEqual([]);
    }
    const incident = { reference: 'INC-1', photos: [{ id: web, name: 'The cable' }] };
    const sheet = await readPdf((await renderExport(incidentSheetInput({ incident, photos }))).bytes);
    expect(sheet.alternatives).toEqual(['The cable']);
    const without = await renderExport(permitSheetInput({ permit, photos: null }));
    expect((await readPdf(without.bytes)).spoken.join(' ')).toContain('left out of this copy: Fire watch, photo 1');
  });

  test('[EX36] the tags of a print with photos hold', async () => {
    const { faults, counts } = await readTags((await renderExport(await withPhotos())).bytes);
    expect(faults).toEqual([]);
    expect(counts.get('Figure')).toBeGreaterThanOrEqual(3);
  });

  test('[EX47] a photo is printed upright and small, and the same input gives the same bytes', async () => {
    const input = await withPhotos({ format: 'docx' });
    const first = await renderExport(input);
    expect((await renderExport(input)).sha256).toBe(first.sha256);
    const files = readDocxFiles(first.bytes);
    const images = [...files].filter(([path]) => path.startsWith('word/media/'));
    const sizes = await Promise.all(images.map(async ([, bytes]) => await loadImage(Buffer.from(bytes))));
    const signs = '236 x 236';
    const photos = sizes.map(({ width, height }) => `${width} x ${height}`).filter((size) => size !== signs);
    expect(photos.toSorted()).toEqual(['500 x 1000', '60 x 90', '80 x 40']);
    const tall = sizes.find(({ height }) => height === 1000);
    const canvas = createCanvas(500, 1000);
    const pen = canvas.getContext('2d');
    if (tall) pen.drawImage(tall, 0, 0);
    // The left edge of what the camera stored is the top of what it saw.
    expect(Array.from(pen.getImageData(250, 20, 1, 1).data.slice(0, 3)).map((part) => part > 128)).toEqual([
      true,
      false,
      false,
    ]);
    const document = Buffer.from(files.get('word/document.xml') ?? []).toString();
    expect(document).toContain('descr="A loading bay with a red and a blue half"');
  });

  test('[EX48] a photo lost, damaged or of another site is told in words and stops nothing', () => {
    const words = squeezed(pdf.spoken.join(' '));
    for (const said of ['its file is lost. Picture 4', 'its file is damaged. Picture 5', 'of another site. Picture 6'])
      expect(words).toContain(squeezed(said));
  });

  test('[EX48] a photo above 40 million pixels, a HEIC one and the 61st are told in words', async () => {
    const base = await withPhotos();
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`more ${i}`, { path: folder, sha256: '', media_type: 'image/heic' }]),
    );
    const photos = {
      [seen]: (await kept('huge', grown(await halves('png', 10, 10), 8001, 5000), 'image/png'))[1],
      [side]: (await kept('heic', Buffer.from('x'), 'image/heic'))[1],
      ...many,
      ...(base.photos?.[web] ? { [web]: base.photos[web] } : {}),
    };
    const words = squeezed((await readPdf((await renderExport({ ...base, photos })).bytes)).spoken.join(' '));
    for (const said of ['it is too large. Extinguisher', 'send it as JPEG. The bay', 'beyond the 60'])
      expect(words).toContain(squeezed(said));
  });

  test('[EX49] a copy without photos says which were left out', async () => {
    const without = await readPdf((await renderExport(await withPhotos({ photos: null }))).bytes);
    expect(without.alternatives).not.toContain('Extinguisher');
    expect(squeezed(without.spoken.join(' '))).toContain(
      squeezed('Photo or sheet left out of this copy: Extinguisher'),
    );
  });
});
