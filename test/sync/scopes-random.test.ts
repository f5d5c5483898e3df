/** Seeded: two devices with different projects, while records are created, edited, moved and removed and grants change. */
import { describe, expect, test } from 'vitest';
import type { Device } from '../../client-sdk/index.ts';
import { openChance } from '../kit/clock.ts';
import { engines } from '../kit/engines.ts';
import { limitedToken, recordsOf, type LimitedToken } from '../kit/limited.ts';
import { shownBy } from '../kit/shown-by.ts';
import { openWorld } from '../kit/world.ts';
import type { PullReply } from '../../shared/sync/sync.ts';

interface Member extends LimitedToken {
  readonly device: Device;
  granted: readonly string[];
}

/** Pages of random size, so that each sync takes several, and now and then a lost response. */
function roughFetch(
  chance: ReturnType<typeof openChance>,
  isCalm: () => boolean,
  granted: () => readonly string[],
): typeof fetch {
  return async (input, init) => {
    if (!String(input).endsWith('/sync/pull')) return fetch(input, init);
    const asked = JSON.parse(String(init?.body)) as object;
    const response = await fetch(input, { ...init, body: JSON.stringify({ ...asked, limit: 1 + chance.below(5) }) });
    const { ops } = (await response.clone().json()) as Pick<PullReply, 'ops'>; // a response of the protocol
    const foreign = ops.filter((op) => op.op === 'put' && op.project_id !== null && !granted().includes(op.project_id));
    expect(foreign).toEqual([]);
    if (!isCalm() && chance.next() < 0.15) throw new TypeError('the answer was lost');
    return response;
  };
}

const seeds = { sqlite: [1, 2, 3, 4, 5, 6], postgres: [7, 8] } as const;

describe.each(engines)('on %s', (engine) => {
  test.each(seeds[engine])(
    '[SY49] under random moves and grants, each replica matches its part (seed %i)',
    async (seed) => {
      await using world = await openWorld({ engine, seed });
      const chance = openChance(seed * 7919);
      let isCalm = false;
      const office = await world.device();
      const projects: string[] = [];
      for (const name of ['Harrow Lane', 'Mill Road', 'Quay West'])
        projects.push(await office.projects.create({ name }));
      const sites: string[] = [];
      for (const project_id of projects) sites.push(await office.sites.create({ project_id, name: 'Gate' }));
      await office.sync();
      const some = (): string[] => projects.filter(() => chance.next() < 0.5);
      const members: Member[] = [];
      for (const granted of [projects.slice(0, 1), projects.slice(1)]) {
        const limited = await limitedToken(world, granted);
        const own: () => readonly string[] = () => member.granted;
        const device = await world.device({ token: limited.token, fetch: roughFetch(chance, () => isCalm, own) });
        const member: Member = { ...limited, device, granted };
        members.push(member);
      }
      const quiet = (error: unknown): void => {
        if (!(error instanceof Error)) throw error; // a lost response or a refusal: continue with the next step
      };

      async function step(): Promise<void> {
        const documents = (await office.documents.find()).map(({ id }) => id);
        const hazards = (await office.hazards.find()).map(({ id }) => id);
        const luck = chance.below(12);
        if (luck < 2 || documents.length === 0) {
          const place = chance.pick([{ project_id: chance.pick(projects) }, { site_id: chance.pick(sites) }, {}]);
          await office.documents.create({ title: 'Glulam lift', document_type: 'rams', ...place });
        } else if (luck < 4) await office.hazards.create({ document_id: chance.pick(documents), name: 'Falling load' });
        else if (luck < 6)
          await office.documents.patch(chance.pick(documents), { project_id: chance.pick([...projects, null]) });
        else if (luck === 6) await office.sites.patch(chance.pick(sites), { project_id: chance.pick(projects) });
        else if (luck === 7 && hazards.length > 0) await office.hazards.remove(chance.pick(hazards));
        else if (luck === 8 && hazards.length > 0)
          await office.hazards.patch(chance.pick(hazards), { name: `N${chance.next()}` });
        else if (luck === 9) {
          const member = chance.pick(members);
          member.granted = some();
          await member.limitTo(member.granted);
        } else if (luck === 10) {
          const { device } = chance.pick(members);
          const mine = (await device.hazards.find()).map(({ id }) => id);
          if (mine.length > 0) await device.hazards.patch(chance.pick(mine), { description: `D${chance.next()}` });
        } else if (luck === 11 && hazards.length > 0) {
          // Removed, moved to another project, and restored there by an earlier edit.
          const id = chance.pick(hazards);
          const documentId = (await office.hazards.get(id))?.document_id ?? '';
          const { device } = chance.pick(members);
          await device.hazards.patch(id, { description: `R${chance.next()}` }).then(() => undefined, quiet);
          await office.hazards.remove(id);
          await office.documents.patch(documentId, { project_id: chance.pick(projects) });
          await office.sync();
          await device.sync().then(() => undefined, quiet);
        }
        await office.sync();
        if (chance.next() < 0.5)
          await chance
            .pick(members)
            .device.sync()
            .then(() => undefined, quiet);
      }

      for (let i = 0; i < 60; i++) await step().catch(quiet);
      isCalm = true;
      await office.sync();
      for (const { device } of members) await device.sync();
      await office.sync();
      for (const { device, granted } of members) {
        await device.sync();
        const shown = (await shownBy(device)).filter((line) => !line.endsWith(' 0')); // a refused change has revision 0
        expect(shown).toEqual(await recordsOf(world, granted));
        expect(device.status).toMatchObject({ waiting: 0, mismatches: 0 });
        expect(await device.verify()).toBe(true);
      }
      const moves = await world.app.commitContext.store.db.selectFrom('scope_move').selectAll().execute();
      expect(moves.length).toBeGreaterThan(0);
      expect(await shownBy(office)).toEqual(await recordsOf(world, null));
      expect(await office.verify()).toBe(true);
    },
    60_000,
  );
});
