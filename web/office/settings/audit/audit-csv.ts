/** The audit log as CSV (RFC 4180): one line for each change, and one for an entry without any. */

interface Entry {
  readonly sequence: number;
  readonly at: string;
  readonly actor: { readonly id: string; readonly name: string; readonly role: string };
  readonly origin: string;
  readonly request_id: string;
  readonly changes: readonly { readonly kind: string; readonly id: string; readonly change: string }[];
  readonly head: string;
}

const titles = ['sequence', 'at', 'actor', 'role', 'actor id', 'origin', 'change', 'kind', 'id', 'request', 'head'];

export function csvOf(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ sequence, at, actor, origin, changes, request_id: request, head }) =>
    (changes.length > 0 ? changes : [none]).map(({ change, kind, id }) => [
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
  return [titles, ...lines].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

const none = { change: '', kind: '', id: '' };

/** A text that a spreadsheet would take for a formula is kept a text. */
function cellOf(value: string | { readonly head: string }): string {
  if (typeof value === 'object') return value.head;
  const text = value;
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export function saveCsv(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = `sitefile-audit-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
