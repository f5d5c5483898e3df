/**
 * The size limit of an export. Rendering holds the whole document in memory, and a thread that runs out of heap can end
 * the process, so a too large input is refused before anything is drawn.
 */
import { ExportFailure } from './failure.ts';
import type { ExportInput } from './input.ts';
import type { ReportInput } from './report-input.ts';

/** Measured: 8 MB of hazards make 1,577 pages and 1.6 GB. The largest document that the field limits allow is near it. */
const maxWeight = 8_000_000;

/** A sheet of any length may take a minute to draw, so a document with one is heavy. */
const sheet = 100_001;

/** Throws `export_too_large`. Characters count one each, numbers (the points of signatures) two. */
export function refuseTooLarge(input: ExportInput | ReportInput): void {
  if (weightOf(input, maxWeight) > maxWeight) {
    throw new ExportFailure('export_too_large', 'The document with its sign-offs is too large for one file.');
  }
}

/** How much there is to lay out; counting stops once `limit` is passed. */
export function weightOf(input: ExportInput | ReportInput, limit: number): number {
  const photos = 'photos' in input ? Object.values(input.photos ?? {}) : [];
  const sheets = photos.filter(({ pages }) => pages != null).length;
  return weigh(input, sheets * sheet, limit);
}

function weigh(value: unknown, sum: number, limit: number): number {
  if (typeof value === 'string') return sum + value.length;
  if (typeof value === 'number') return sum + 2;
  if (typeof value !== 'object' || value === null) return sum;
  let total = sum;
  for (const member of Object.values(value)) {
    if (total > limit) return total;
    total = weigh(member, total, limit);
  }
  return total;
}
