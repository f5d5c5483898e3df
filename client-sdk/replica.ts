/**
 * Truth ⊕ outbox: every record as it stands on this device, one by one, by document, by kind, and live. The outbox is always looked at
 * before the truth: a command leaves it only when the truth holds its effect, so what is read in this order never goes back.
 */
import {
  combineLatest,
  distinctUntilChanged,
  endWith,
  filter,
  ignoreElements,
  map,
  takeUntil,
  type Observable,
} from 'rxjs';
import { sameJson } from '../shared/canonical.ts';
import type { JsonObject } from '../shared/json.ts';
import { entryKinds } from '../shared/resources/entry-kinds.ts';
import { resourceOf, resources } from '../shared/resources/index.ts';
import type { Step } from '../shared/upgrade/step.ts';
import type { TruthRow } from './database.ts';
import type { Journal, JournalView } from './journal.ts';
import { liveRows } from './live-rows.ts';
import type { OutboxCommand } from './outbox-command.ts';
import { overlay, type Standing } from './overlay.ts';
import type { Records, Scope } from './records.ts';
import { inPresentShape } from './upgrade-replica.ts';

const none: readonly OutboxCommand[] = [];

export class Replica {
  readonly #records: Records;
  readonly #journal: Journal;
  readonly #steps: readonly Step[];

  constructor(records: Records, journal: Journal, steps: readonly Step[]) {
    this.#records = records;
    this.#journal = journal;
    this.#steps = steps;
  }

  /** Records that stand, by id; removed and unknown ones are absent. */
  async byIds(ids: readonly string[]): Promise<Map<string, Standing>> {
    const commands = commandsByRecord(this.#journal.view$.value, this.#steps);
    const truth = await this.#records.byIds(ids);
    const found = new Map<string, Standing>();
    for (const id of ids) {
      const row = truth.get(id);
      const own = commands.get(id) ?? none;
      const kind = row?.kind ?? own[0]?.command.kind;
      // A newer server may have sent kinds that this app does not know.
      const standing = kind && isKnown(kind) && overlay(resourceOf(kind), row, own);
      if (standing) found.set(id, standing);
    }
    return found;
  }

  async record(id: string): Promise<Standing | undefined> {
    return (await this.byIds([id])).get(id);
  }

  /** Live records of a kind, in the order in which people read them. */
  async list(scope: Scope): Promise<readonly Standing[]> {
    const view = this.#journal.view$.value;
    return overlaid(scope, await this.#records.list(scope), commandsByRecord(view, this.#steps));
  }

  /** The same list now and after each change, made here or by the server; ends when the device closes. */
  watch(scope: Scope): Observable<readonly Standing[]> {
    return combineLatest([
      this.#journal.view$.pipe(distinctUntilChanged(sameCommands)),
      liveRows(this.#records, scope),
    ]).pipe(
      map(([view, rows]) => rows && overlaid(scope, rows, commandsByRecord(view, this.#steps))),
      filter((list) => list !== null),
      distinctUntilChanged(sameList),
      takeUntil(this.#journal.view$.pipe(ignoreElements(), endWith('closed'))),
    );
  }
}

function overlaid(
  { kind, documentId }: Scope,
  truth: readonly TruthRow[],
  commands: ReadonlyMap<string, OutboxCommand[]>,
): readonly Standing[] {
  const resource = resourceOf(kind);
  const list: Standing[] = [];
  const seen = new Set<string>();
  for (const row of truth) {
    seen.add(row.id);
    const standing = overlay(resource, row, commands.get(row.id) ?? none);
    if (standing && !standing.deleted) list.push(standing);
  }
  for (const [id, own] of commands) {
    if (seen.has(id) || own[0]?.command.kind !== kind) continue;
    const standing = overlay(resource, undefined, own);
    if (!standing || standing.deleted) continue;
    if (documentId === undefined || standing.body['document_id'] === documentId) list.push(standing);
  }
  return list.toSorted(readingOrder(kind));
}

const commandsByView = new WeakMap<readonly OutboxCommand[], Map<string, OutboxCommand[]>>();

function commandsByRecord({ commands }: JournalView, steps: readonly Step[]): Map<string, OutboxCommand[]> {
  const known = commandsByView.get(commands);
  if (known) return known;
  const shown = commands.map((entry) => inPresentShape(entry, steps));
  const grouped = Map.groupBy(shown, (entry) => entry.command.id);
  commandsByView.set(commands, grouped);
  return grouped;
}

/** Entries of a document by their place, versions by their number, everything else by age. */
function readingOrder(kind: string): (a: Standing, b: Standing) => number {
  const field = (entryKinds as readonly string[]).includes(kind) ? 'sort_key' : kind === 'version' ? 'version' : null;
  const keyOf = (standing: Standing): JsonObject[string] => (field ? standing.body[field] : standing.created_at);
  return (a, b) => compare(keyOf(a) ?? '', keyOf(b) ?? '') || compare(a.id, b.id);
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

function isKnown(kind: string): boolean {
  return Object.hasOwn(resources, kind);
}

function sameCommands(a: JournalView, b: JournalView): boolean {
  return a.commands === b.commands;
}

function sameList(a: readonly Standing[], b: readonly Standing[]): boolean {
  return a.length === b.length && a.every((standing, i) => standing === b[i] || sameStanding(standing, b[i]));
}

function sameStanding(a: Standing, b: Standing | undefined): boolean {
  if (b === undefined || a.seq !== b.seq || a.expectedRev !== b.expectedRev) return false;
  // A standing is JSON, but for `refused`, which may be absent.
  return sameJson(a as unknown as JsonObject, b as unknown as JsonObject);
}
