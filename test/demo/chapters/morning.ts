/** Morning: the server starts, the sample organisation is loaded, the customer's system subscribes, two tablets are switched on. */
import { sampleCounts } from '../../kit/sample-counts.ts';
import { join } from 'node:path';
import { documents, tablets } from '../cast.ts';
import type { Day } from '../day.ts';
import { feedRevisions } from '../feed.ts';
import { hire, type People } from '../people.ts';
import { command } from '../processes.ts';
import { startTablet, type Tablet } from '../tablet-process.ts';

export interface Site extends People {
  /** Jordan Blake's, up on the tower. */
  readonly tower: Tablet;
  /** Sinéad Gallagher's, in the site office. */
  readonly siteOffice: Tablet;
  /** The last event before anybody subscribed. */
  readonly eventsBefore: string;
}

export async function morning(day: Day): Promise<Site> {
  const { story, server, settings, admin, receiver } = day;
  story.chapter('Morning: everything is switched on');
  story.tell('Server', `runs as process ${server.pid} on ${server.url}, with its own embedded database`);
  const people = await hire(day);
  story.tell(
    'Administrator',
    'gives tokens to Priya Nair (manager), Ruth Delaney (author), Jordan Blake and Sinéad Gallagher (supervisors)',
  );

  const counts = await command(['sample', 'load', '--url', server.url], settings);
  story.tell('Administrator', 'loads the sample organisation through the public doors (REST and sync push)');
  story.claim(
    '3 projects, 8 documents with 107 sections, 46 hazards and 138 controls, 25 sign-offs stand on the server',
    counts,
    { ...sampleCounts },
  );
  const { findings } = await admin.checkCompliance({ document: documents.curtainWalling, body: {} });
  const cards = findings.find(({ rule_id: rule }) => rule === 'PER-02');
  story.claim(
    'the compliance check names the card that ends before the work: Ionuț Popescu, IPAF until 12 December',
    [cards?.result, /end of the work, 2026-12-18: .*Ionuț Popescu, IPAF until 2026-12-12/.test(cards?.detail ?? '')],
    ['fail', true],
  );

  await people.ruth.revise({ document: documents.excavation, body: { reason: 'Trench is moved 2 m to the west.' } });
  story.tell('Ruth Delaney', 'opens RAMS HLC-014-RAMS-009 (excavation) for revision: version 2 is a draft now');

  const eventsBefore = await lastEvent(day);
  const events = [
    'document.updated',
    'document.submitted',
    'document.approved',
    'document.exported',
    'signoff.recorded',
  ] as const;
  await admin.createWebhook({ body: { url: receiver.url, events: [...events], secret: day.webhookSecret } });
  story.tell('Customer system', `subscribes to ${events.length} kinds of events at ${receiver.url}`);
  story.claim(
    'the test event came over HTTPS and its signature is right',
    receiver.requests.map((request) => request.verified),
    [true],
  );

  const common = { file: join(day.dir, 'tower.db'), deviceId: tablets.blockC.id, label: tablets.blockC.label };
  const tower = day.keep(await startTablet({ ...common, server: day.towerLine.url, token: people.jordanToken }));
  const office = { file: join(day.dir, 'office.db'), deviceId: tablets.siteOffice.id, label: tablets.siteOffice.label };
  const siteOffice = day.keep(await startTablet({ ...office, server: day.officeLine.url, token: people.sineadToken }));
  const onServer = await feedRevisions(day);
  for (const tablet of [tower, siteOffice]) {
    await tablet.ask('sync', null);
    story.tell(tablet.label, `process ${tablet.pid}, has the whole organisation with it: ${onServer.length} records`);
    story.claim('its replica equals the server, record by record', await tablet.ask('revisions', null), onServer);
  }
  return { ...people, tower, siteOffice, eventsBefore };
}

async function lastEvent({ admin }: Day): Promise<string> {
  for (let after = '0'; ;) {
    const { meta } = await admin.listEvents({ query: { after, limit: 1000 } });
    if (!meta.more) return meta.next_after;
    after = meta.next_after;
  }
}
