/** Each fault of the weather by itself, at every place where it can strike: a push takes effect once, whatever became of its answer. */
import { describe, expect, test } from 'vitest';
import { openChance } from '../kit/clock.ts';
import { engines } from '../kit/engines.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWeather, type Fault, type Weather } from '../kit/weather.ts';
import { openWorld, type World } from '../kit/world.ts';
import { History } from './simulation/history.ts';
import { eventsOf, rowsOf } from './simulation/server-rows.ts';
import { isLongRun, report } from './table/figures.ts';

function clearDay(world: World): { weather: Weather; history: History } {
  const history = new History(world);
  const weather = openWeather({ chance: openChance(1), deliver: (sent) => history.deliver(sent) });
  weather.clear();
  return { weather, history };
}

/** The length of the answer to a push of one command, as text. */
const usualAnswer = 206;

describe.each(engines)('on %s', (engine) => {
  test('[SM4] the answer to a push that ends after any number of bytes leaves one effect', async () => {
    await using world = await openWorld({ engine });
    const { weather, history } = clearDay(world);
    await using tablet = await openTablet(world, { server: 'http://sitefile.test', fetch: weather.fetch });
    await tablet.sync();
    // Every place on one engine, some on the other: what is cut is the same text.
    const step = engine === 'sqlite' || isLongRun ? 1 : 23;
    let cut = 0;
    for (let bytes = 0; bytes < usualAnswer; bytes += step) {
      await tablet.projects.create({ name: `Block ${bytes}` });
      weather.next('answerCut', bytes);
      await tablet.sync().then(
        () => undefined,
        () => (cut += 1),
      );
    }
    await tablet.sync();
    const projects = (await rowsOf(world)).filter(({ kind }) => kind === 'project');
    const tried = Math.ceil(usualAnswer / step);
    expect(cut).toBeGreaterThan(tried / 2);
    expect(projects.map(({ rev }) => rev)).toEqual(Array.from({ length: tried }, () => 1));
    expect(new Set(projects.map(({ body }) => body['name'])).size).toBe(tried);
    expect(history.taken).toHaveLength(tried);
    expect(tablet.status).toMatchObject({ waiting: 0, refused: 0 });
    report('responseCut', { injected: cut, survived: tried, lost: 0, doubled: 0 });
  });

  test('[SM5] under every fault of hello, push and pull, a document arrives and is told once', async () => {
    await using world = await openWorld({ engine });
    const { weather } = clearDay(world);
    let seed = 0;
    for (const fault of faults) {
      for (const request of [1, 2, 3]) {
        await using tablet = await openTablet(world, {
          server: 'http://sitefile.test',
          fetch: weather.fetch,
          seed: ++seed,
        });
        const document_id = await tablet.documents.create({ title: `Lift ${seed}`, document_type: 'rams' });
        await tablet.hazards.create({ document_id, name: 'Falling load' });
        let asked = 0;
        const enough = weather.before(() => (asked += 1) === request && weather.next(fault));
        const exchange = tablet.sync().catch(() => undefined);
        await weather.follow(exchange);
        weather.release(request === 2);
        await exchange;
        enough();
        await weather.deliverLate();
        await tablet.sync();
        expect(tablet.status).toMatchObject({ waiting: 0, refused: 0 });
        expect(await tablet.hazards.find({ document_id })).toMatchObject([{ unsent: false, rev: 1 }]);
      }
    }
    const told = (await eventsOf(world)).map(({ name }) => name);
    expect(told).toEqual(Array.from({ length: seed }, () => ['document.created', 'document.updated']).flat());
    report('hostileResponses', { injected: seed, survived: 2 * seed, lost: 0, doubled: 0 });
  });
});

const faults: readonly Fault[] = [
  ...(['requestLost', 'requestCut', 'requestTwice', 'requestLate', 'requestHeld'] as const),
  ...(['answerLost', 'answerCut', 'answerHeld', 'busy', 'logInPage'] as const),
];
