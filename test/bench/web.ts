/** The pages: what they weigh, how quickly a slow tablet opens with no server, and how long it does not answer in a long document. */
import {
  coldStart,
  enrolTablet,
  hazardCount,
  scrollAndSearch,
  writeInLongDraft,
  writeLongDocument,
} from '../web/support/long-document.ts';
import { openExample } from '../web/support/first-start.ts';
import { openField } from '../web/support/open-field.ts';
import { watchPage } from '../web/support/watch-page.ts';
import type { Figure } from './table.ts';

const runs = 5;

export async function web(): Promise<readonly Figure[]> {
  return [...(await ofField()), await ofOffice()];
}

async function ofField(): Promise<readonly Figure[]> {
  await using field = await openField([]);
  const document = await writeLongDocument(field);
  const page = await enrolTablet(field);
  const weights: Figure[] = [];
  for (const [app, most] of [
    ['field', 200],
    ['office', 240],
  ] as const) {
    const fresh = await page.context().newPage();
    const watched = watchPage(fresh, field.url);
    await fresh.goto(`/${app}`);
    await fresh.getByRole('heading', { level: 1 }).waitFor();
    const weigh = async (type: 'script' | 'stylesheet'): Promise<number> => (await watched.weigh(type)) / 1000;
    weights.push(
      {
        what: `${app}: scripts of the first screen, compressed`,
        ours: await weigh('script'),
        unit: 'kB',
        target: { most },
      },
      { what: `${app}: styles, compressed`, ours: await weigh('stylesheet'), unit: 'kB', target: { most: 10 } },
    );
    await fresh.close();
  }
  const tasks: number[] = [];
  for (let run = 0; run < runs; run++) tasks.push((await scrollAndSearch(page, document)).longestTask);
  await field.stopServer();
  const starts: number[] = [];
  for (let run = 0; run < runs; run++) starts.push((await coldStart(field)) / 1000);
  return [
    ...weights,
    {
      what: `longest task while ${hazardCount} hazards scroll, best of ${runs}`,
      ours: Math.min(...tasks),
      unit: 'ms',
      target: { most: 100 },
    },
    {
      what: `today's list with no server, a sixth of the speed, best of ${runs}`,
      ours: Math.min(...starts),
      unit: 's',
      target: { most: 2 },
    },
  ];
}

/** Once the tablet's browser is closed, which would take half of the machine. */
async function ofOffice(): Promise<Figure> {
  await using office = await openExample();
  const written: number[] = [];
  for (let run = 0; run < runs; run++) written.push((await writeInLongDraft(office)).longestTask);
  return {
    what: `longest task while one of ${hazardCount} hazards is written in the office, best of ${runs}`,
    ours: Math.min(...written),
    unit: 'ms',
    target: { most: 100 },
  };
}
