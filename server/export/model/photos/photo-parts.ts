/** The photos that a record names, where they belong. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block, Part } from '../blocks.ts';
import { cell } from '../make.ts';
import { objectsOf, plain } from '../read.ts';

/** `most`: points of its width. */
export function photoParts(record: JsonObject, most: number): readonly Part[] {
  return objectsOf(record['photos']).map((photo) => ({
    kind: 'named_photo',
    of: plain(photo['id']),
    id: plain(photo['id']),
    file: plain(photo['sha256']),
    caption: plain(photo['caption']),
    alt: plain(photo['alt']),
    most,
  }));
}

/** Two side by side; three, and smaller, in a form that is to fit its page. */
export function photoBlocks(record: JsonObject, isCompact = false): readonly Block[] {
  const parts = photoParts(record, isCompact ? 140 : 240);
  if (parts.length === 0) return [];
  const perRow = Math.min(isCompact ? 3 : 2, parts.length);
  const rows = Array.from({ length: Math.ceil(parts.length / perRow) }, (_, i) => ({
    cells: Array.from({ length: perRow }, (_cell, j) => cell(parts[i * perRow + j] ?? null)),
  }));
  const columns = Array.from({ length: perRow }, () => ({ title: 'Photo', width: 1 }));
  return [{ kind: 'table', columns, rows, header: false, rowHeader: false, summary: 'Photos' }];
}
