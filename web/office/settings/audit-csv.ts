/** The audit log as CSV (RFC 4180): one line for each change. */

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
    changes.map(({ change, kind, id }) => [
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
      head,
    ]),
  );
  return [titles, ...lines].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would take for a formula is kept a text. */
function cellOf(text: string): string {
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
