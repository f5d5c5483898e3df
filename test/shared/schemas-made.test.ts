/** A tablet that starts makes no schema that it does not use yet: they are its slowest part. */
import * as z from 'zod';
import { expect, test } from 'vitest';

test('[WB551] to open a replica makes no schema of a record or a message', async () => {
  const made: string[] = [];
  z.config({
    postProcessor: (schema: z.core.$ZodType) => {
      if (isObject(schema)) made.push(Object.keys(schema._zod.def.shape).join());
    },
  });
  const { openDevice } = await import('../../client-sdk/open-device.ts');
  const { memoryStorage } = await import('../../client-sdk/storage/memory.ts');
  const storage = memoryStorage();
  await using device = await openDevice({ server: 'http://127.0.0.1:1', token: 'none', storage, autoSync: false });
  await device.documents.find();
  // Those that many records share (a person, an amount, photos and controls), and the options of the device.
  expect(made).toEqual([
    'id,name',
    'value,unit',
    expect.stringMatching('^id,caption'),
    expect.stringMatching('^id,desc'),
    expect.stringMatching('^projects,archivedDays'),
    'server,keep',
  ]);
});

function isObject(schema: z.core.$ZodType): schema is z.core.$ZodObject {
  return schema._zod.def.type === 'object';
}
