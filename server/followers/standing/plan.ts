/**
 * What there is to do about the exports of one document (contract, Exports): to note which files are old, and to want those again that are to be
 * current always. Worked out from the records alone, so it is the same after a crash, and on every server.
 */
import { sameJson } from '../../../shared/crypto/canonical.ts';
import type { Command } from '../../../shared/model/command.ts';
import { ofKind, type StoredRecord } from '../../../shared/model/record.ts';
import { exportJob } from '../../../shared/resources/export.ts';
import { standingExport } from '../../../shared/resources/standing-export.ts';
import { alike, lastMade, printedIn, staleSince } from '../../commit/made-exports.ts';
import { askedBy, changesSince, nextExpiryIn, printedHash, type Asked, type Printed } from '../../commit/printed.ts';
import { dueAt } from './timing.ts';

export interface Known {
  readonly printed: Printed;
  /** Exports of the document, and its standing export if it ever had one. */
  readonly records: readonly StoredRecord[];
  /** The exports of the organisation take all the room that they may. */
  readonly isFull: boolean;
  /** Exports whose files the server does not have any more. */
  readonly lost?: ReadonlySet<string>;
}

export interface Plan {
  readonly commands: readonly Command[];
  /** When to look again, ms since 1970; null = when something changes. */
  readonly at: number | null;
  /** Files that make another rendering needless, as long as they are there. */
  readonly relied: readonly StoredRecord[];
}

export function planFor(known: Known, now: number, newId: () => string): Plan {
  const exports = ofKind(known.records, 'export');
  const commands = exports.flatMap((each) => notedStaleness(each, known.printed));
  // What a file says of a card changes with the day.
  const times = [nextExpiryIn(known.printed)].filter((at) => at !== null);
  const relied: StoredRecord[] = [];
  const kept = exports.filter(({ id }) => !known.lost?.has(id));
  for (const asked of wantedBy(known)) {
    const at = timeFor(asked, kept, known.printed, now);
    if (typeof at === 'object') {
      if (at) relied.push(at);
      continue;
    }
    if (at > now) times.push(at);
    else commands.push(...rendering(asked, exports, known, newId()));
  }
  return { commands, at: times.length > 0 ? Math.min(...times) : null, relied };
}

/** Written when a file gets old, and not again for what changes later; and when it is current after all, as a document is that was restored. */
function notedStaleness(record: StoredRecord, printed: Printed): Command[] {
  const from = printedIn(record);
  if (!from) return [];
  const asked = askedBy(record);
  const isStale = printedHash(printed, asked) !== from.hash;
  if (isStale === (record.body['stale'] !== null)) return [];
  const stale = isStale ? (changesSince(printed, asked, from)[0] ?? null) : null;
  return [{ op: 'act', kind: 'export', id: record.id, action: 'note_staleness', args: { stale } }];
}

/** What the document is to have always. Nothing of one that is archived, nor of a draft or a version that it does not have. */
function wantedBy({ records, printed: { document } }: Known): Asked[] {
  const { status, version, current_approved_version: current } = document.body;
  if (document.deleted || status === 'archived') return [];
  return ofKind(records, 'standing_export').flatMap(({ body }) => {
    const { formats, of } = standingExport.schema.parse(body);
    const isThere = of === 'draft' ? version !== current : typeof current === 'number';
    if (!isThere) return [];
    const asked = { document_id: document.id, document_version: of === 'draft' ? null : Number(current) };
    return formats.map((format) => {
      const { include, form, photos, paper, language, watermark } = exportJob.schema.parse({ ...asked, format });
      return { ...asked, format, include, form, photos, paper, language, watermark, compare_with: null };
    });
  });
}

/** The file where it is there; null = it is being made, or it cannot be made. */
function timeFor(
  asked: Asked,
  exports: readonly StoredRecord[],
  printed: Printed,
  now: number,
): number | StoredRecord | null {
  // Of whichever version, but not what somebody requested with other options.
  const { document_version } = asked;
  const all = alike(exports, asked).filter((each) => sameJson({ ...askedBy(each), document_version }, asked));
  if (all.some(({ body }) => body['status'] === 'queued')) return null;
  const hash = printedHash(printed, asked);
  const made = lastMade(all, asked);
  const from = made ? printedIn(made) : null;
  if (made && from?.hash === hash) return made;
  const last = all.at(-1);
  const failed = all.slice(made ? all.indexOf(made) + 1 : 0).map(({ body }) => {
    const { completed_at: at, failure, input_hash } = exportJob.schema.parse(body);
    return { at: Date.parse(at ?? ''), isSame: input_hash === hash, isHopeless: failure?.retryable === false };
  });
  const changes = from ? changesSince(printed, asked, from).map(({ at }) => at) : [];
  const changed = [made ? staleSince(made) : null, ...changes].flatMap((at) => (at === null ? [] : Date.parse(at)));
  return dueAt({ changed, wanted: last ? Date.parse(last.created_at) : null, failed }, now);
}

function rendering(asked: Asked, exports: readonly StoredRecord[], { printed, isFull }: Known, id: string): Command[] {
  const replaces = lastMade(exports, asked)?.id ?? null;
  const set = { ...asked, input_hash: printedHash(printed, asked), trigger: 'reconciled', replaces };
  const failure = {
    code: 'quota_exceeded',
    message: 'The exports of the organisation take all the room that they may.',
    retryable: true,
  };
  return [
    { op: 'create', kind: 'export', id, set },
    // Told like any other failure.
    ...(isFull ? [{ op: 'act', kind: 'export', id, action: 'fail', args: failure } as const] : []),
  ];
}
