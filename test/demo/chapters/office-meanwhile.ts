/** Downstairs the office goes on: a new version of what the crew is signing, edits of the same hazards, and a document is locked. */
import { officeEdits } from '../changes.ts';
import { documents, hazards } from '../cast.ts';
import type { Day } from '../day.ts';
import { until } from '../waiting.ts';
import type { Site } from './morning.ts';

export async function newVersion({ story }: Day, { ruth, priya, siteOffice, tower }: Site): Promise<void> {
  const document = documents.curtainWalling;
  await ruth.revise({ document, body: { reason: 'Gusts above the limit on 18 November.' } });
  const { controls } = (await ruth.listHazards({ document })).data.find(({ id }) => id === hazards.windTakesPanel) ?? {
    controls: [],
  };
  const lower = controls.map((control, i) =>
    i === 0
      ? { ...control, description: 'Lifts stop at 6 m/s mean, 8 m/s gust, measured at the lifting floor' }
      : control,
  );
  await ruth.updateHazard({ document, id: hazards.windTakesPanel, body: { controls: lower } });
  await ruth.submitReview({ document, body: { notes: 'Wind limits lowered after the POWRA of 18 November.' } });
  story.tell('Ruth Delaney', 'revises the curtain walling RAMS, lowers the wind limits and hands it in');
  const signed = (await tower.ask('signoffs', { document_id: document })).filter(({ unsent }) => unsent);
  const last = Math.max(...signed.map(({ capturedAt }) => Date.parse(capturedAt ?? '')));
  await until(10_000, 'the clocks to agree', () => Date.now() > last || undefined);
  const seenBySiteOffice = siteOffice.ask('awaitVersion', { document_id: document, version: 3 });
  const { version, status } = await priya.approve({
    document,
    body: {
      notes: 'Brief everybody again.',
      change_significance: 'material',
      change_summary: 'Wind limits lowered',
    },
  });
  const approvedAt = Date.now();
  story.tell('Priya Nair', 'approves version 3: a material change, everybody is to be briefed again');
  story.claim('the document is approved at version 3', { status, version }, { status: 'approved', version: 3 });
  const delayMs = (await seenBySiteOffice) - approvedAt;
  story.tell(siteOffice.label, `has version 3 ${Math.max(0, delayMs)} ms later, without asking, by the live stream`);
  const stillOld = await tower.ask('brief', { document_id: document, language: 'en' });
  story.claim('the tablet on the tower still shows version 2: it cannot know', stillOld.version, 2);
  // What is signed from here on is later than that, by the tower tablet's own idea of the time, which is a few ms off.
  const { data } = await priya.listVersions({ document });
  const supersededAt = data.find((each) => each.version === 2)?.superseded_at ?? '';
  const { clockOffsetMs } = await tower.ask('standing', null);
  await until(
    10_000,
    'the clocks to agree',
    () => Date.now() - (clockOffsetMs ?? 0) > Date.parse(supersededAt) || undefined,
  );
}

export async function officeWrites({ story }: Day, { ruth, priya }: Site): Promise<void> {
  for (const { id, body } of Object.values(officeEdits))
    await ruth.updateHazard({ document: documents.glulamLift, id, body });
  story.tell(
    'Ruth Delaney',
    'edits the same three hazards of HLC-027-MS-002 at her desk: one other field, two same fields',
  );
  await ruth.submitReview({ document: documents.excavation, body: { notes: 'Trench moved.' } });
  await priya.approve({
    document: documents.excavation,
    body: {
      notes: 'Agreed.',
      change_significance: 'material',
      change_summary: 'Trench moved 2 m',
    },
  });
  story.tell('Priya Nair', 'approves version 2 of the excavation RAMS: from now on it is locked');
}
