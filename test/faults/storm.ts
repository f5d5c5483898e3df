/** An hour of edits by tablets that follow live, over streams that fail; what each of them did is known. */
import { filter, firstValueFrom } from 'rxjs';
import type { Device } from '../../client-sdk/index.ts';
import { openChance } from '../kit/clock.ts';
import type { World } from '../kit/world.ts';
import { isSent, patience } from '../sdk/support/live-day.ts';
import { faultyStream, type FaultyStream } from './faulty-stream.ts';

const moves = 240;
/** Of one hazard: one for each tablet, which nobody else sets. */
const fields = ['name', 'description', 'who_at_risk', 'category'] as const;
const categories = ['work_at_height', 'falling_objects', 'fragile_surfaces'];

export interface Storm {
  readonly tablets: readonly Device[];
  readonly documentId: string;
  readonly sharedId: string;
  /** What the tablets last made of the shared hazard. */
  readonly last: Readonly<Record<string, string>>;
  /** Names of the other hazards, by id. */
  readonly made: ReadonlyMap<string, string>;
  /** Frames that carried a change, by what became of them. */
  readonly fates: ReadonlyMap<string, number>;
}

export async function storm(world: World, seed: number): Promise<Storm> {
  const chance = openChance(seed);
  const office = await world.device();
  const documentId = await office.documents.create({ title: 'Glulam lift', document_type: 'rams' });
  const sharedId = await office.hazards.create({ document_id: documentId, name: 'Falling load' });
  await office.sync();
  const streams = fields.map((_field, i) => faultyStream(openChance(1000 * seed + i)));
  const tablets: Device[] = [];
  for (const { WebSocket } of streams) tablets.push(await world.device({ autoSync: true, WebSocket }));
  await Promise.all(tablets.map((tablet) => holds(tablet, sharedId)));

  const made = new Map<string, string>();
  const last: Record<string, string> = {};
  for (let move = 0; move < moves; move++) {
    const n = chance.below(fields.length);
    const [tablet, field] = [tablets[n], fields[n]];
    if (!tablet || !field) throw new Error('there is a tablet for each field');
    const own = [...made.keys()].filter((id) => made.get(id)?.startsWith(`${n} `));
    const doing = chance.below(4);
    if (doing === 0) {
      const name = `${n} made ${move}`;
      made.set(await tablet.hazards.create({ document_id: documentId, name }), name);
    } else if (doing === 1 && own.length > 0) {
      const [id, name] = [chance.pick(own), `${n} renamed ${move}`];
      await tablet.hazards.patch(id, { name });
      made.set(id, name);
    } else {
      const value = field === 'category' ? chance.pick(categories) : `${field} ${move}`;
      await tablet.hazards.patch(sharedId, { [field]: value });
      last[field] = value;
    }
    if (chance.below(2) === 0) await isSent(tablet);
  }
  for (const stream of streams) stream.mend();
  await Promise.all(tablets.map(isSent));
  for (const tablet of tablets) await tablet.sync();
  return { tablets, documentId, sharedId, last, made, fates: counted(streams) };
}

async function holds(tablet: Device, hazardId: string): Promise<void> {
  await firstValueFrom(
    tablet.hazards.watch().pipe(
      filter((list) => list.some(({ id }) => id === hazardId)),
      patience,
    ),
  );
}

function counted(streams: readonly FaultyStream[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const { met } of streams) for (const [fate, count] of met) sum.set(fate, (sum.get(fate) ?? 0) + count);
  return sum;
}
