/** A tablet: a process of its own with the SDK and a durable file, doing what the demo asks of it as a person at the screen would. */
import { filter, firstValueFrom, map } from 'rxjs';
import { openDevice, Problem, SyncError, type Device } from '../../client-sdk/index.ts';
import { kindByView } from '../../client-sdk/view/kinds.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { Answered, Asked, Order, Orders, Standing } from './tablet-orders.ts';

let device: Device | undefined;

const doings: { readonly [O in Order]: (asks: Orders[O]['asks']) => Promise<Orders[O]['answers']> } = {
  open: async ({ server, token, file, deviceId, label }) => {
    device = await openDevice({
      server,
      token,
      storage: durableStorage({ file }),
      deviceId,
      deviceLabel: label,
      appVersion: '0.1.0',
      timeoutMs: 10_000,
    });
    return standing();
  },
  standing: () => standing(),
  sync: () => here().sync(),
  brief: async ({ document_id, language }) => {
    const { version, rebrief_required, statement } = await here().brief(document_id, language);
    return { version, rebrief_required, statement: statement.text };
  },
  sign: (request) => here().sign(request),
  signoffs: async (where) =>
    (await here().signoffs.find(where)).map(({ id, worker, document_version, unsent, capture }) => ({
      id,
      worker: worker.name,
      version: document_version ?? null,
      unsent,
      capturedAt: capture.captured_at_corrected ?? null,
    })),
  hazard: async ({ id }) => json(await here().hazards.get(id)),
  editHazard: async ({ id, fields }) => {
    await here().hazards.patch(id, fields);
    return null;
  },
  refused: () => here().outbox.refused(),
  discard: ({ id }) => here().outbox.discard(id),
  conflicts: async (where) => (await here().conflicts.find(where)).map(json).filter((found) => found !== null),
  awaitVersion: async ({ document_id, version }) => {
    const reached$ = here()
      .versions.watch({ document_id })
      .pipe(
        map((versions) => versions.find((each) => each.state === 'current')?.version ?? 0),
        filter((current) => current >= version),
      );
    await firstValueFrom(reached$);
    return Date.now();
  },
  awaitStatus: async ({ document_id, status }) => {
    await firstValueFrom(
      here()
        .documents.watch()
        .pipe(filter((documents) => documents.some((each) => each.id === document_id && each.status === status))),
    );
    return null;
  },
  revisions: async () => {
    const views = Object.keys(kindByView) as (keyof typeof kindByView)[]; // the keys of that very object
    const lists = views.map(async (view) =>
      (await here()[view].find()).map(({ id, rev }) => `${kindByView[view]} ${id} ${rev}`),
    );
    return (await Promise.all(lists)).flat().toSorted();
  },
  close: async () => {
    await device?.close();
    return null;
  },
};

function here(): Device {
  if (!device) throw new Error('the tablet is not open yet');
  return device;
}

async function standing(): Promise<Standing> {
  const { deviceId, status } = here();
  const records = (await doings.revisions(null)).length;
  return {
    deviceId,
    online: status.online,
    waiting: status.waiting,
    refused: status.refused,
    records,
    clockOffsetMs: status.clockOffsetMs,
  };
}

/** Records as shown are JSON. */
function json(record: object | undefined): JsonObject | null {
  return (record as JsonObject | undefined) ?? null;
}

process.on('message', ({ number, order, asks }: Asked) => {
  // The order and what it asks were written together, by tablet-process.ts.
  const doing = doings[order] as (asks: unknown) => Promise<unknown>;
  doing(asks).then(
    (value) => answer({ number, value }),
    (error: unknown) => answer({ number, fault: faultOf(error) }),
  );
});
// Without the demo there is nobody to serve.
process.once('disconnect', () => process.exit(0));

function answer(answered: Answered): void {
  process.send?.(answered);
}

function faultOf(error: unknown): NonNullable<Answered['fault']> {
  if (error instanceof Problem) return { code: error.code, message: error.detail };
  if (error instanceof SyncError) return { code: error.fault, message: error.message };
  return { code: 'bug', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
