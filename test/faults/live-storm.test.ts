/** Tablets that edit while they follow live, all at the same time, over streams that fail (contract, Faults and simulation). */
import { describe, expect, test } from 'vitest';
import { engines } from '../kit/engines.ts';
import { recordsOf } from '../kit/limited.ts';
import { shownBy } from '../kit/shown-by.ts';
import { openWorld } from '../kit/world.ts';
import { storm } from './storm.ts';
import { isLongRun, report } from './table/figures.ts';

describe.each(engines)('tablets on %s', (engine) => {
  test.each(isLongRun ? [1, 2, 3, 4] : [engine === 'sqlite' ? 1 : 2])(
    '[SM17] live tablets over failing streams come to agree, and no edit is lost: seed %i',
    async (seed) => {
      await using world = await openWorld({ engine, seed });
      const { tablets, documentId, sharedId, last, made, fates } = await storm(world, seed);
      const all = await recordsOf(world, null);
      for (const tablet of tablets) {
        expect(await shownBy(tablet)).toEqual(all);
        expect(await tablet.hazards.get(sharedId)).toMatchObject({ ...last, unsent: false });
        const hazards = await tablet.hazards.find({ document_id: documentId });
        expect(hazards.filter(({ id }) => id !== sharedId).map(({ name }) => name)).toHaveLength(made.size);
        expect(hazards.map(({ id }) => made.get(id) ?? last['name'])).toEqual(hazards.map(({ name }) => name));
        expect(await tablet.outbox.list()).toEqual([]);
        expect(await tablet.verify()).toBe(true);
      }
      expect([...fates.keys()]).toEqual(expect.arrayContaining(['whole', 'lost', 'late', 'doubled', 'garbled']));
      const injected = [...fates].reduce((sum, [fate, count]) => (fate === 'whole' ? sum : sum + count), 0);
      report('streamFaults', { injected, survived: made.size + Object.keys(last).length, lost: 0, doubled: 0 });
    },
  );
});
