/** The audit log as CSV (RFC 4180), from its newest entry to its first: one line for each change, and one for an entry without any. */
import { retryAfterMs } from '../../../../client-sdk/base/later.ts';

export interface CsvEntry {
  readonly sequence: number;
  readonly at: string;
  readonly actor: { readonly id: string; readonly name: string; readonly role: string };
  readonly origin: string;
  readonly request_id: string;
  readonly changes: readonly { readonly kind: string; readonly id: string; readonly change: string }[];
  readonly head: string;
}

interface Page<Entry> {
  readonly data: readonly Entry[];
  readonly meta: { readonly next_before: number | null };
}

const titles = ['sequence', 'at', 'actor', 'role', 'actor id', 'origin', 'change', 'kind', 'id', 'request', 'head'];

/**
 * Reads the whole log and keeps the lines alone, of what fits: entries that are added meanwhile move no page.
 *
 * @param goesOn told of each page; false = the file is not wanted any more
 * @returns null = not wanted any more
 */
export async function csvOf<Entry extends CsvEntry>(
  readPage: (before: number | null) => Promise<Page<Entry>>,
  fits: (entry: Entry) => boolean,
  goesOn: (read: readonly Entry[]) => boolean,
): Promise<Blob | null> {
  const parts = [new Blob([lineOf(titles)])];
  let before: number | null = null;
  do {
    const { data, meta }: Page<Entry> = await patiently(readPage, before);
    if (!goesOn(data)) return null;
    parts.push(new Blob(data.filter(fits).flatMap(linesOf)));
    before = meta.next_before;
  } while (before !== null);
  return new Blob(parts, { type: 'text/csv' });
}

/** A long log has more pages than the server gives in a minute. */
async function patiently<Read>(readPage: (before: number | null) => Promise<Read>, before: number | null) {
  for (;;) {
    try {
      return await readPage(before);
    } catch (error) {
      const ms = retryAfterMs(error);
      if (ms === null) throw error;
      await new Promise((done) => setTimeout(done, ms));
    }
  }
}

function linesOf({ sequence, at, actor, origin, changes, request_id: request, head }: CsvEntry): string[] {
  return (changes.length > 0 ? changes : [none]).map(({ change, kind, id }) =>
    lineOf([
      String(sequence),
      at,
      actor.name,
      actor.role,
      actor.id,
      origin,
      change,
      kind,
      id,
      request,
      // The server's own, and compared letter by letter.
      { head },
    ]),
  );
}

const none = { change: '', kind: '', id: '' };

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

type Cell = string | { readonly head: string };

/** A text that a spreadsheet would take for a formula is kept a text. */
function cellOf(value: Cell): string {
  if (typeof value === 'object') return value.head;
  const text = value;
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export function saveCsv(file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `sitefile-audit-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
