/** A tablet of a storm as a process of its own, which may be killed at any time: it takes one order at a time over IPC. */
import { openDatabase } from '../../client-sdk/disk/database.ts';
import { openDevice, Problem, SyncError, type Device } from '../../client-sdk/index.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { serveOrders } from '../bench/sync/program.ts';
import { openChance } from '../kit/clock.ts';
import type { WaitingPhoto } from '../../client-sdk/base/waiting-photo.ts';
import type { Calm, OrderName, Orders, OutboxLine, Row, TabletSettings } from './orders.ts';
import { tabletMoves } from './tablet-moves.ts';

let opened: Device | undefined;
let settings: TabletSettings | undefined;
let aheadMs = 0;
const now = (): number => Date.now() + aheadMs;

const orders: { readonly [Name in OrderName]: (asks: Orders[Name]['asks']) => Promise<Orders[Name]['answers']> } = {
  open: async (asked) => {
    settings = asked;
    ({ aheadMs } = asked);
    const { file, server, token } = asked;
    opened = await openDevice({ server, token, storage: durableStorage({ file }), now });
    return null;
  },
  move: async ({ name, word, draw }) => {
    try {
      return (await tabletMoves[name]?.({ device: device(), chance: openChance(draw), word, now: now() })) ?? null;
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  },
  online: async (isOnline) => {
    if (isOnline) device().start();
    else device().stop();
    return null;
  },
  sync: () => exchange(),
  token: async (token) => {
    device().useToken(token);
    return null;
  },
  clock: async (ahead) => {
    aheadMs = ahead;
    return null;
  },
  export: () => device().outbox.exportUnsent(),
  import: async (text) => {
    await device().outbox.importUnsent(text);
    return null;
  },
  verify: () => device().verify(),
  outbox: async () => [...(await device().outbox.list()).map(lineOf), ...device().photos.list().map(lineOfPhoto)],
  logOut: async () => {
    await device().logOut({ keep: true });
    return null;
  },
  rows: async () => {
    await device().close();
    return await rowsIn(settings?.file ?? '');
  },
  close: async () => {
    await opened?.close();
    opened = undefined;
    return null;
  },
};

function device(): Device {
  if (!opened) throw new Error('the tablet is not open');
  return opened;
}

async function exchange(): Promise<Calm> {
  const summary = await device()
    .sync()
    .catch((error: unknown) => {
      if (error instanceof SyncError) return error;
      throw error;
    });
  // One that waits with a reason needs a record that nobody may hold any more: it is listed.
  const waiting = (await orders.outbox(null)).filter(({ reason }) => reason === '').length;
  if (summary instanceof SyncError) return { fault: `${summary.fault}: ${summary.message}`, waiting, pulled: 0 };
  return { fault: summary.blocked?.message ?? null, waiting, pulled: summary.pulled };
}

function lineOf({
  state,
  record_id: record,
  mine,
  reason,
}: Awaited<ReturnType<Device['outbox']['list']>>[number]): OutboxLine {
  return { state, record, text: JSON.stringify(mine), reason: reason ? `${reason.code}: ${reason.detail}` : '' };
}

function lineOfPhoto({ id, file_name: text, refused }: WaitingPhoto): OutboxLine {
  const reason = refused ? `${refused.code}: ${refused.detail}` : '';
  return { state: 'photo', record: id, text: text ?? '', reason };
}

async function rowsIn(file: string): Promise<readonly Row[]> {
  const database = await openDatabase(durableStorage({ file }), 'sitefile');
  const rows = await database.records.range();
  await database.close();
  return rows.filter(({ kind }) => kind !== '').map(({ id, kind, rev, body }) => ({ id, kind, rev, body }));
}

serveOrders(
  null,
  // The parent asks each order for what belongs to it.
  ({ name, asks }: { readonly name: OrderName; readonly asks: never }) => orders[name](asks),
  async () => undefined,
);
