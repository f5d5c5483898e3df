/** An integrity check of everything that the store holds, one organisation after the other. */
import { listOrganisations } from '../store/records/feed.ts';
import { isDamage } from '../store/integrity/damage.ts';
import { quickCheck } from '../store/integrity/quick-check.ts';
import { schemaDifferences } from '../store/integrity/schema.ts';
import { openScratch } from '../store/integrity/scratch.ts';
import type { Store } from '../store/store.ts';
import { checkOrganisation } from './check.ts';
import type { CheckContext, Progress } from './check-context.ts';
import { advice, Findings } from './findings.ts';

export interface StoreCheck {
  readonly findings: Findings;
  readonly progress: Progress;
  /** Does the work; yields after each small step. */
  readonly steps: AsyncGenerator<void>;
}

export interface Checked {
  readonly store: Pick<Store, 'db' | 'engine'>;
  /** Null = files are left out. */
  readonly blobs: CheckContext['blobs'];
}

export function checkStore({ store, blobs }: Checked, nowMs: number): StoreCheck {
  const findings = new Findings();
  const progress: Progress = { entries: 0, events: 0, records: 0, versions: 0, signoffs: 0, files: 0 };

  const damaged = (problem: string): void =>
    findings.add({
      severity: 'fault',
      organisation_id: null,
      what: 'database',
      id: null,
      problem,
      advice: advice.database,
    });

  async function* steps(): AsyncGenerator<void> {
    const { db } = store;
    for (const line of await quickCheck(store)) damaged(`the database file is damaged: ${line}`);
    try {
      for (const problem of await schemaDifferences(store))
        findings.add({
          severity: 'fault',
          organisation_id: null,
          what: 'schema',
          id: null,
          problem,
          advice: advice.schema,
        });
      yield;
      for (const { org_id: orgId } of await listOrganisations(db)) {
        using scratch = openScratch();
        yield* checkOrganisation({ db, blobs, orgId, scratch, findings, progress, nowMs });
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      damaged(`a part of the database cannot be read: ${error.message}`);
    }
  }

  return { findings, progress, steps: steps() };
}
