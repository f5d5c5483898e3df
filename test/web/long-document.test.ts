/** A document as long as any, on a tablet. Times are figures of `npm run bench -- web`; here is what holds on a busy machine, too. */
import { expect, test } from 'vitest';
import { enrolTablet, scrollAndSearch, writeLongDocument } from './support/long-document.ts';
import { openField } from './support/open-field.ts';

test('[WB236] 300 hazards scroll and are searched without a long task', async () => {
  await using field = await openField([]);
  const document = await writeLongDocument(field);
  const page = await enrolTablet(field);
  let best = await scrollAndSearch(page, document);
  expect(best.mostAtOnce).toBeLessThanOrEqual(10);
  // Another program of the machine may take the processor in the middle of a task.
  for (let run = 2; run <= 3 && best.longestTask > 100; run++) best = await scrollAndSearch(page, document);
  expect(best.longestTask).toBeLessThanOrEqual(100);
});
