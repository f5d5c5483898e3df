/** A page as JSON text, for an answer and for a frame alike (shared/sync/sync.ts, pullReply). */
import { Buffer } from 'node:buffer';
import type { ScopeChecksum } from '../../shared/sync/scope-checksum.ts';
import type { CommitContext } from '../commit/commit.ts';
import type { Line } from './ops.ts';
import { schemaRange } from './schema.ts';

export type Sums = Readonly<Record<string, ScopeChecksum>>;

interface PageOfText {
  /** Members before those of the page, of a frame. */
  readonly frame?: { readonly type: 'page'; readonly from: string };
  readonly cursor: string;
  readonly more: boolean;
  readonly seq: number;
  readonly organisationRevision: number;
  readonly sums?: Sums | null;
  readonly withheld?: boolean;
  readonly lines: readonly Line[];
}

/** Written piece by piece: joining a page into one string first would take several times its memory. */
export function pageText(
  { frame, cursor, more, seq, organisationRevision, sums, withheld, lines }: PageOfText,
  context: Pick<CommitContext, 'steps' | 'now'>,
): Buffer<ArrayBuffer> {
  const { current: schema } = schemaRange(context);
  const server_time = new Date(context.now()).toISOString();
  const added = { ...(sums && { checksums: sums }), ...(withheld && { withheld }) };
  const known = { schema, seq, server_time, organisation_revision: organisationRevision };
  const head = JSON.stringify({ ...frame, cursor, more, ...known, ...added });
  const pieces = [
    `${head.slice(0, -1)},"ops":[`,
    ...lines.flatMap((line, i) => (i === 0 ? line : [',', ...line])),
    ']}',
  ];
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let end = 0;
  for (const piece of pieces) end += bytes.write(piece, end);
  return bytes;
}
