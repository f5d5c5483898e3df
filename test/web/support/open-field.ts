/**
 * A real server with a small site on a port of its own, which can be stopped and started, and a Chromium whose profile outlives its
 * windows: what is on the tablet's disk is all that a restart finds.
 */
import { pdfFile } from '../../photos/pdf-files.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type BrowserContext, type CDPSession } from 'playwright';
import { restClient, type RestClient } from '../../../client-sdk/rest.ts';
import { readConfig } from '../../../server/base/config.ts';
import { openLog } from '../../../server/base/log.ts';
import { openApp, type App } from '../../../server/run/app.ts';
import { buildWeb } from '../../../web/build.ts';
import { writeFilm } from './camera-film.ts';
import { findBrowser } from '../../kit/find-browser.ts';
import { patienceMs } from '../../kit/patience.ts';
import { dot } from './tablet.ts';

/** A name of the server under which browsers do not trust it. */
export const siteHost = 'sitefile.site';

/** What is on the label of the one substance of the site. */
const sealant: Parameters<RestClient['createCoshhAssessment']>[0]['body'] = {
  substance_name: 'Sealant primer',
  signal_word: 'danger',
  pictograms: ['GHS02', 'GHS07'],
  health_effects_acute: 'Makes people drowsy.',
  rpe: { type: 'half_mask_a2p3', apf: 10, fit_test_required: true },
  ppe: [{ item: 'chemical_gloves', specification: 'Nitrile' }],
  controls: [{ description: 'Open both doors' }],
  first_aid: { eyes: 'Rinse 15 minutes' },
  spill: 'Sand, scoop, bag',
  wels: [{ substance: 'Toluene', twa_8h: { value: 50, unit: 'ppm' } }],
};

export interface OpenField extends AsyncDisposable {
  readonly url: string;
  /** Of the server. */
  readonly dataDir: string;
  readonly rest: RestClient;
  readonly documentId: string;
  /** Hot work that Sinéad Gallagher authorised. */
  readonly permitId: string;
  /** What the tablet's camera shows from the next start of the browser on: a QR code with this text. */
  film(text: string): Promise<void>;
  /** From now on the clock of the server is ahead by that much more. Returns by how much it is now. */
  passTime(ms: number): number;
  stopServer(): Promise<void>;
  startServer(): Promise<void>;
  /** Closes the browser if it runs, and starts it on the same profile. */
  startBrowser(): Promise<BrowserContext>;
}

/** `names` = of the people named in the document. */
export async function openField(names: readonly string[]): Promise<OpenField> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-field-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const [executablePath] = await Promise.all([findBrowser(), buildWeb(resolve(import.meta.dirname, '../../..'))]);
  const random = (count: number): Uint8Array => randomBytes(count);
  const dataDir = join(folder, 'data');
  let port = '0';
  let app: App | undefined;
  let aheadMs = 0;
  const startServer = async (): Promise<void> => {
    const environment = { PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' };
    app = await openApp(readConfig(environment), { now: () => Date.now() + aheadMs, random, log: openLog('silent') });
    port = new URL(app.url).port;
  };
  const stopServer = async (): Promise<void> => {
    await app?.close();
    app = undefined;
  };
  opened.defer(stopServer);
  await startServer();
  const url = `http://127.0.0.1:${port}`;
  const rest = restClient({ server: url, token: app?.newAdminToken ?? '' });
  await rest.updateOrganisation({ body: { locale: 'en-IE' } });
  const { documentId, permitId } = await writeSite(rest, names);

  const film = join(folder, 'camera.y4m');
  let context: BrowserContext | undefined;
  opened.defer(() => context?.close());
  const startBrowser = async (): Promise<BrowserContext> => {
    await context?.close();
    const viewport = { width: 1024, height: 768 };
    const args = [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
      // As a tablet names a server in the site's own network, which has no https there.
      `--host-resolver-rules=MAP ${siteHost} 127.0.0.1`,
    ];
    const options = { executablePath, args, baseURL: url, locale: 'en-GB', viewport, reducedMotion: 'reduce' } as const;
    context = await chromium.launchPersistentContext(join(folder, 'profile'), options);
    context.setDefaultTimeout(patienceMs);
    await protectStorage(context, url);
    return context;
  };
  const owned = opened.move();
  const dispose = (): Promise<void> => owned.disposeAsync();
  return {
    url,
    dataDir,
    rest,
    documentId,
    permitId,
    film: (text) => writeFilm(film, text),
    passTime: (ms) => (aheadMs += ms),
    stopServer,
    startServer,
    startBrowser,
    [Symbol.asyncDispose]: dispose,
  };
}

const promises = new WeakMap<BrowserContext, CDPSession>();

/** As a browser does for an app that was installed: it promises to keep the storage, as long as the first page is open. */
async function protectStorage(context: BrowserContext, origin: string): Promise<void> {
  const session = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()));
  await session.send('Browser.grantPermissions', { permissions: ['durableStorage'], origin });
  promises.set(context, session);
}

/** From now on the browser may clear the storage. */
export async function exposeStorage(context: BrowserContext): Promise<void> {
  await promises.get(context)?.detach();
}

async function writeSite(
  rest: RestClient,
  names: readonly string[],
): Promise<Pick<OpenField, 'documentId' | 'permitId'>> {
  const project = await rest.createProject({ body: { name: 'Kingsmead Quarter' } });
  const site = await rest.createSite({ body: { project_id: project.id, name: 'Block C tower' } });
  const document = await rest.createDocument({
    body: { title: 'Curtain walling', document_type: 'rams', project_id: project.id, site_id: site.id },
  });
  const of = { document: document.id };
  const risk = { severity_before: 5, likelihood_before: 4, severity_after: 5, likelihood_after: 1 };
  const form = new FormData();
  form.append('photos[]', new Blob([dot]), 'edge.png');
  form.append('photos[]', new Blob([pdfFile({ pages: 2 })]), 'primer.pdf');
  const [photo, sheet] = (await rest.uploadPhotos({ site: site.id, body: form })).data;
  const photos = photo ? [{ id: photo.id, caption: 'Bay C4', alt: 'The open edge at bay C4' }] : [];
  const controls = [{ description: 'Edge protection', hierarchy_level: 'engineering' }] as const;
  await rest.createHazard({
    ...of,
    body: { name: 'Fall from the slab edge', ...risk, photos, controls: [...controls] },
  });
  const sheets = sheet ? [{ id: sheet.id, caption: 'Primer, safety data sheet' }] : [];
  await rest.createCoshhAssessment({ ...of, body: { ...sealant, photos: sheets } });
  const data = { columns: ['Condition', 'Limit', 'Action'], rows: [['Gust', '9 m/s', 'Land the panel']] };
  await rest.createSection({ ...of, body: { section_type: 'weather_limits', title: 'Weather limits', data } });
  const quiz = [
    { question: 'At which gust is a panel landed?', options: ['5 m/s', '9 m/s'], answer_index: 1 },
    { question: 'Who may stop the work?', options: ['Anybody', 'The crane driver'], answer_index: 0 },
  ];
  const check = { section_type: 'understanding_check', title: 'Understanding check', data: { items: quiz } } as const;
  await rest.createSection({ ...of, body: check });
  for (const name of names) await rest.createPersonnelEntry({ ...of, body: { name, preferred_language: 'pl' } });
  await rest.submitReview({ ...of, body: {} });
  await rest.approve({ ...of, body: {} });
  // A draft that the tablet may edit, while version 1 is in force.
  await rest.revise({ ...of, body: {} });
  const [valid_from, valid_to] = [-1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
  const { id: permitId } = await rest.createPermit({
    body: { permit_type: 'hot_work', project_id: project.id, site_id: site.id, location: 'Deck', valid_from, valid_to },
  });
  await rest.requestPermit({ permit: permitId, body: {} });
  await rest.authorisePermit({ permit: permitId, body: { by: { id: null, name: 'Sinéad Gallagher' } } });
  return { documentId: document.id, permitId };
}
