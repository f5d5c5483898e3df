/** What a seed is worth: it gives the same day again, and the days together see everything that can happen (contract, The simulation). */
import { expect, test } from 'vitest';
import { engines } from '../kit/engines.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';
import { png } from '../rest/support/images.ts';
import { openDay } from './simulation/day.ts';
import { digestOf } from './simulation/digest.ts';
import { moveNames } from './simulation/moves.ts';
import { playSeed } from './simulation/seeds.ts';

/** Long enough that eleven days see everything. */
const steps = 80;

async function play(
  engine: (typeof engines)[number],
  seed: number,
): Promise<{ digest: string; lines: readonly string[] }> {
  await using day = await openDay(engine, seed);
  await day.run(steps);
  await day.settle();
  return { digest: await digestOf(day), lines: day.history.lines };
}

test('[SM11] six devices are open in one process, also while photos wait on all of them', async () => {
  await using world = await openWorld();
  await using devices = new AsyncDisposableStack();
  for (let seed = 1; seed <= 6; seed++) {
    const device = devices.use(await openTablet(world, { seed }));
    const project_id = await device.projects.create({ name: `Block ${seed}` });
    const site_id = await device.sites.create({ project_id, name: 'East gate' });
    await device.addPhoto({ site_id, bytes: png(seed) });
    expect(device.status).toMatchObject({ waiting: 3, photos: 1 });
  }
});

test('[SM2] a seed replays exactly, on either engine', async () => {
  // A day with copied tablets, a restored server, and other roles and tokens.
  const first = await play('sqlite', 10);
  for (const engine of engines) {
    const again = await play(engine, 10);
    expect(again.lines).toEqual(first.lines);
    expect(again.digest).toBe(first.digest);
  }
  expect((await play('sqlite', 11)).digest).not.toBe(first.digest);
});

/** On a machine that is busy with other tests. */
const elevenDaysMs = 300_000;
/** Chosen so that they see everything, as rare as it is. */
const seeds = [63, 64, 65, 66, 67, 68, 69, 116, 71, 84, 92];
let elevenDays: Promise<string[]> | undefined;

function linesOfElevenDays(): Promise<string[]> {
  return (elevenDays ??= (async () => {
    const lines: string[] = [];
    for (const seed of seeds) lines.push(...(await play('sqlite', seed)).lines);
    return lines;
  })());
}

test(
  '[SM3] eleven days see every move, fault, refusal, conflict, changed right and restore',
  async () => {
    const seen = new Set((await linesOfElevenDays()).flatMap((line) => line.split(' ')));
    expect([...moveNames, ...words].filter((word) => !seen.has(word))).toEqual([]);
  },
  elevenDaysMs,
);

test(
  '[SM12] eleven days write substances, people, permits, incidents and photos',
  async () => {
    const seen = new Set(await linesOfElevenDays());
    expect(expectedLines.filter((line) => !seen.has(line))).toEqual([]);
  },
  elevenDaysMs,
);

test.each([1, 2, 3, 4])(
  '[SM10] the same holds over TCP through a proxy that is cut and loses answers: seed %i',
  (seed) => playSeed('sqlite', seed, { overTcp: true }),
);

const faultsSeen =
  'requestLost requestCut requestTwice requestLate requestHeld answerLost answerCut answerHeld busy logInPage';
const othersSeen =
  'offline not_sitefile restarts restored clones becomes token projects applied merged noop refused document_locked invalid_transition';
const camera = 'deferred announces sends document_archived not_found';
const words = `${faultsSeen} ${othersSeen} ${camera} depends_on_refused stale_version`.split(' ');

/** As the history notes them. */
const expectedLines = [
  ...['coshh', 'personnel', 'permit', 'incident', 'photo'].map((kind) => `server applied create ${kind}`),
  ...['request', 'authorise', 'accept', 'open', 'work_complete', 'close'].map(
    (step) => `server applied ${step} permit`,
  ),
  ...['triage', 'note'].map((step) => `server applied ${step} incident`),
  ...['submit_review', 'approve', 'reject'].map((step) => `server applied ${step} document`),
  'server applied patch coshh',
  'server deferred create photo',
  'office create worker',
  'office settle conflict',
];
