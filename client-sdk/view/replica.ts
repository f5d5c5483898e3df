/**
 * Confirmed rows with the outbox overlaid: single records, lists and live lists. The outbox is always read before the rows: a command
 * leaves it only after the rows include its effect, so a reader never sees a change disappear.
 */
import {
  combineLatest,
  defer,
  distinctUntilChanged,
  endWith,
  filter,
  ignoreElements,
  map,
  takeUntil,
  type Observable,
} from 'rxjs';
import { resourceOf, resources } from '../../shared/resources/index.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import type { Commands } from '../disk/commands.ts';
import type { Journal, JournalView } from '../disk/journal.ts';
import { liveQuery } from './live-query.ts';
import { overlay, type OverlaidRecord } from './overlay.ts';
import type { Records, Scope } from '../disk/records.ts';
import { MaterializedList, type ShownCommands } from './materialized-list.ts';
import { inCurrentSchema } from '../disk/upgrade-replica.ts';

export class Replica {
  readonly #records: Records;
  readonly #journal: Pick<Journal, 'commands' | 'view$'>;
  readonly #steps: readonly Step[];

  constructor(records: Records, journal: Pick<Journal, 'commands' | 'view$'>, steps: readonly Step[]) {
    this.#records = records;
    this.#journal = journal;
    this.#steps = steps;
  }

  /** The replica as it would be without this command and all later ones. */
  before(commandId: string): Replica {
    const { commands, view$ } = this.#journal;
    const later = [...commands.values()].map(({ id }) => id).filter((id) => id >= commandId);
    return new Replica(this.#records, { commands: commands.with([], later), view$ }, this.#steps);
  }

  /** Removed and unknown records are absent. */
  async byIds(ids: readonly string[]): Promise<Map<string, OverlaidRecord>> {
    const commands = this.#shown(this.#journal.commands);
    const rows = await this.#records.byIds(ids);
    const found = new Map<string, OverlaidRecord>();
    for (const id of ids) {
      const row = rows.get(id);
      const own = commands.of(id);
      const kind = row?.kind ?? own[0]?.command.kind;
      // A newer server may have sent kinds that this app does not know.
      const record = kind && Object.hasOwn(resources, kind) && overlay(resourceOf(kind), row, own);
      if (record) found.set(id, record);
    }
    return found;
  }

  async record(id: string): Promise<OverlaidRecord | undefined> {
    return (await this.byIds([id])).get(id);
  }

  /** In reading order, without removed records. */
  async list(scope: Scope): Promise<readonly OverlaidRecord[]> {
    const { commands } = this.#journal;
    const rows = await this.#records.list(scope);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return new MaterializedList(scope).update({ byId, changed: null }, this.#shown(commands));
  }

  /** The list now and after each change, local or remote; ends when the device closes. */
  watch(scope: Scope): Observable<readonly OverlaidRecord[]> {
    return defer(() => {
      const list = new MaterializedList(scope);
      const view$ = this.#journal.view$.pipe(distinctUntilChanged(sameCommands));
      return combineLatest([view$, liveQuery(this.#records, scope)]).pipe(
        map(([{ commands }, rows]) => rows && list.update(rows, this.#shown(commands))),
        filter((records) => records !== null),
        distinctUntilChanged(),
        takeUntil(this.#journal.view$.pipe(ignoreElements(), endWith('closed'))),
      );
    });
  }

  #shown(all: Commands): ShownCommands {
    return { all, of: (recordId) => all.of(recordId).map((entry) => inCurrentSchema(entry, this.#steps)) };
  }
}

function sameCommands(a: JournalView, b: JournalView): boolean {
  return a.commands === b.commands;
}
