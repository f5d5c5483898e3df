/**
 * A simulated day by seed: six tablets, two people in the office, a camera of another maker, another organisation on the same server,
 * on some days a receiver of events, and everything that can go wrong between them, in one order that the seed chooses. Nothing waits
 * for a clock and nothing that is told happens beside that order, so a seed replays exactly (contract, The simulation).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../../../shared/model/problem.ts';
import { durableStorage } from '../../../client-sdk/storage/durable.ts';
import type { Engine } from '../../../server/store/engine/engine.ts';
import { openChance } from '../../kit/clock.ts';
import { memoryPlace, type Place } from '../../kit/places.ts';
import type { Receiver } from '../../kit/receiver.ts';
import { openWeather } from '../../kit/weather.ts';
import { openWorld, type World } from '../../kit/world.ts';
import { newBadge, type Badge } from './badge.ts';
import { Camera } from './camera.ts';
import { changeGrant } from './grants.ts';
import { digestRenderer } from './digest-renderer.ts';
import { History } from './history.ts';
import { openLine } from './line.ts';
import { openListener } from './listener.ts';
import { drawMove, move } from './moves.ts';
import { openOffice } from './office.ts';
import { Tablet, type TabletParts } from './tablet.ts';
import { Upheaval, upheavalsOf } from './upheavals.ts';

const hourMs = 3_600_000;
/** On every so many-th day somebody receives the events: each of them costs a connection. */
const listens = 7;
/**
 * On every so many-th day all documents have standing exports, which are rendered while the day goes on: each of these days costs a render worker.
 * On the others one document has them, and they are made when the day is over, without drawing them.
 */
const prints = 60;

export interface Day extends AsyncDisposable {
  readonly world: World;
  readonly history: History;
  readonly tablets: readonly Tablet[];
  readonly camera: Camera;
  readonly projects: readonly string[];
  /** Sign-off → hash of the version that the worker was shown. */
  readonly signed: ReadonlyMap<string, string>;
  /** Records of the other organisation. */
  readonly foreign: readonly string[];
  /** Null on most days. */
  readonly listener: Receiver | null;
  run(steps: number): Promise<void>;
  /** The weather clears; every tablet is switched on, and everybody exchanges until nothing waits. */
  settle(): Promise<void>;
}

/** `overTcp` = also through a real proxy; such a day is not the same every time. */
export async function openDay(engine: Engine, seed: number, { overTcp = false } = {}): Promise<Day> {
  await using opened = new AsyncDisposableStack();
  const isPrinted = seed % prints === 8;
  const world = opened.use(
    // The daily check would draw ids at a moment of its own.
    await openWorld({
      engine,
      seed,
      exportsByHand: true,
      environment: { INTEGRITY_CHECK_HOURS: '0' },
      ...(isPrinted ? {} : { renderer: digestRenderer }),
    }),
  );
  const chance = openChance(seed * 7919 + 17);
  await world.app.calendar.run();
  const tablets: Tablet[] = [];
  const badges: Badge[] = [];
  const history = new History(world, (authorization) => {
    const {
      role = 'integration',
      grant = null,
      past = [],
    } = badges.find(({ token }) => authorization === `Bearer ${token}`) ?? {};
    return { role, grant, past };
  });
  history.passTime(world.clock.now());
  const listener = seed % listens === 4 ? opened.use(await openListener(world)) : null;
  const line = overTcp ? opened.use(await openLine(history)) : null;
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-day-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  let words = 0;
  const word = (): string => `word${++words}`;
  const office = openOffice(world, history, chance, word);
  const signed = new Map<string, string>();

  const projects: string[] = [];
  const documents: string[] = [];
  const sites: string[] = [];
  for (const name of ['Tower', 'Bridge']) {
    const project = await office.create('project', { name, client_name: word() });
    projects.push(project);
    sites.push(await office.create('site', { name: word(), project_id: project }));
  }
  for (const project of [...projects, undefined]) {
    const document = await office.create('document', {
      title: word(),
      document_type: 'rams',
      ...(project ? { project_id: project } : {}),
    });
    await office.create(
      'hazard',
      { name: word(), description: `${word()}\n${word()}`, severity_before: 3, likelihood_before: 3 },
      document,
    );
    await office.create('section', { title: word(), body: `${word()}\n${word()}\n${word()}` }, document);
    await office.create('coshh', { substance_name: word(), severity_before: 3, likelihood_before: 2 }, document);
    documents.push(document);
  }
  await office.create('personnel', { name: word(), trade: word() }, documents[0]);
  // One is the draft of a second version, one is approved unchanged.
  for (const action of ['submit_review', 'approve', 'revise']) await office.act(documents[0] ?? '', action);
  for (const action of ['submit_review', 'approve']) await office.act(documents[2] ?? '', action);
  await setStandingExports(world, isPrinted ? documents : documents.slice(2));
  const foreign = await neighbour(world);

  const camera = new Camera({
    history,
    chance,
    token: await world.token('integration', world.organisationId, 'camera'),
    newId: world.app.commitContext.newId,
    word,
  });
  const partsOf = (name: string, place: Place): TabletParts => {
    const weather = openWeather({
      chance,
      deliver: (sent) => (line ?? history).deliver(sent),
      note: (what) => history.note(`${name} ${what}`),
    });
    return { world, history, chance, name, place, weather };
  };
  const upheavals = upheavalsOf(seed, listener !== null || isPrinted);
  opened.defer(async () => void (await Promise.all(tablets.map((tablet) => tablet.close()))));
  const roles = ['admin', 'admin', 'manager', 'admin', 'supervisor', 'manager'] as const;
  for (const [i, role] of roles.entries()) {
    const name = `tablet${i}`;
    const badge = await newBadge(world, role, name, upheavals.hasPeople);
    badges.push(badge);
    const file = join(folder, `${name}.db`);
    const place: Place = i < 2 ? { storage: () => durableStorage({ file }) } : memoryPlace();
    const tablet = new Tablet(partsOf(name, place), badge);
    tablet.skewMs = (chance.below(97) - 48) * hourMs;
    tablets.push(tablet);
    await tablet.open();
    // The others begin with what the server has.
    if (i > 0) await tablet.exchange();
  }

  async function act(tablet: Tablet): Promise<void> {
    const name = drawMove(chance);
    // What was refused since is known before somebody deals with it.
    if (name === 'refusal') await tablet.listen();
    try {
      const { disputes } = history.model;
      const { device, photos } = tablet;
      await move(name, { device, chance, word, signed, disputes, photos, now: world.clock.now() });
      history.note(`${tablet.parts.name} ${name}`);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      history.note(`${tablet.parts.name} ${name} ${error.code}`);
    }
    await tablet.listen();
  }

  /** The calendar looks until it finds nothing more, so that it has nothing to do when nobody has asked it. */
  async function passTime(ms: number): Promise<void> {
    world.clock.advance(ms);
    while ((await world.app.calendar.run()) > 0) history.note('the calendar acts');
    history.passTime(world.clock.now());
    if (isPrinted) await print();
  }

  /** Until nothing is to be made, and nothing is old that is not known to be. */
  async function print(): Promise<void> {
    const { standingExports, exports } = world.app;
    while ((await standingExports.run()) + (await exports.run()) > 0) history.note('the server prints');
  }

  const upheaval = new Upheaval({
    ...upheavals,
    engine,
    world,
    history,
    chance,
    tablets,
    badges,
    camera,
    partsOf,
    folder,
    passTime,
  });

  async function step(): Promise<void> {
    await upheaval.step();
    const tablet = chance.pick(tablets);
    const { weather, name } = tablet.parts;
    if (!tablet.isOpen) return await tablet.open();
    const luck = chance.below(1000);
    if (line && chance.below(8) === 0) line.upset(chance);
    if (luck < 400) for (let i = chance.below(3); i >= 0; i--) await act(tablet);
    else if (luck < 730) await tablet.exchange();
    else if (luck < 870) await office.step();
    else if (luck < 880) await camera.step(chance.pick(sites));
    else if (luck < 900) weather.isUp = !weather.isUp || tablet.isExchanging;
    else if (luck < 920) await weather.deliverLate();
    else if (luck < 950) tablet.skewMs = (chance.below(97) - 48) * hourMs;
    else if (luck < 965) await passTime(chance.below(48) * hourMs - hourMs);
    else if (luck < 980) await changeGrant(world, history, tablet, chance, projects);
    else if (luck < 993) {
      history.note(`${name} restarts`);
      await tablet.close();
      // Some are away for a while.
      if (chance.below(2) === 0) await tablet.open();
    } else {
      history.note('server restarts');
      await world.restart();
      await passTime(0);
    }
    if (history.fault) throw history.fault;
    // Long enough for the next rendering.
    if (isPrinted) await passTime(61_000);
  }

  const owned = opened.move();
  return {
    world,
    history,
    tablets,
    projects,
    signed,
    foreign,
    camera,
    listener,
    run: async (steps) => {
      for (let i = 0; i < steps; i++) await step();
    },
    settle: async () => {
      line?.heal();
      for (const { parts } of tablets) parts.weather.clear();
      for (const { parts } of tablets) await parts.weather.deliverLate();
      await camera.settle();
      await upheaval.calm();
      // The tablets that are open have said hello already.
      await world.api('PUT', '/api/v1/organisation', { locale: 'pl-PL', settings: { languages_offered: ['pl'] } });
      for (const tablet of tablets) if (!tablet.isOpen) await tablet.open();
      const round = async (): Promise<void> => {
        for (const tablet of tablets) await tablet.settle();
      };
      for (let i = 0; i < 2; i++) await round();
      if (await upheaval.giveUpWaiting()) for (let i = 0; i < 2; i++) await round();
      await passTime(hourMs);
      await print();
      await round();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The drafts of all, and the version in force of the one that begins with it. */
async function setStandingExports(world: World, documents: readonly string[]): Promise<void> {
  for (const id of documents) {
    const body = { formats: ['docx'], of: id === documents.at(-1) ? 'current' : 'draft' };
    const { status, text } = await world.api('PUT', `/api/v1/documents/${id}/standing-exports`, body);
    if (status !== 200) throw new Error(`the standing export was refused: ${text}`);
  }
}

/** What nobody of the organisation may ever see. */
async function neighbour(world: World): Promise<string[]> {
  const organisation = await world.organisation('Another firm');
  const headers = { authorization: `Bearer ${await world.token('admin', organisation)}` };
  const ids: string[] = [];
  for (const [path, body] of [
    ['projects', { name: 'Elsewhere' }],
    ['documents', { title: 'Not yours', document_type: 'rams' }],
  ] as const) {
    const answer = await world.api<{ id: string }>('POST', `/api/v1/${path}`, body, headers);
    ids.push(answer.body.id);
  }
  return ids;
}
