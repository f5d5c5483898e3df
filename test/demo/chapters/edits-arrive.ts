/** The tablet's edits arrive among those of the office: merged, listed as conflicts, or refused and kept. */
import { documents, hazards } from '../cast.ts';
import { officeEdits, towerEdits } from '../changes.ts';
import type { Day } from '../day.ts';
import type { Site } from './morning.ts';

/** One merge without a word, and two conflicts where both said something else about the same thing. */
export async function mergesAndConflicts({ story, admin }: Day, { tower, siteOffice }: Site): Promise<number> {
  const document = documents.glulamLift;
  const { data } = await admin.listHazards({ document });
  const [booms, weather, crane] = [hazards.fallsFromBooms, hazards.weather, hazards.craneOverturn].map((id) =>
    data.find((each) => each.id === id),
  );
  story.claim(
    'edits of different fields of one hazard both stand, without a conflict',
    [booms?.who_at_risk, booms?.description],
    [towerEdits.booms.fields.who_at_risk, officeEdits.booms.body.description],
  );
  story.claim(
    'the same words changed twice: the office was first, its words stand',
    weather?.who_at_risk,
    officeEdits.weather.body.who_at_risk,
  );
  story.claim(
    'the same rating changed twice: the more cautious value wins, even from the tablet',
    crane?.likelihood_after,
    3,
  );
  const open = (await admin.listConflicts({ query: { status: 'open', document_id: document } })).data;
  const shown = open
    .map(({ field, theirs, mine, kept }) => ({ field, theirs, mine, kept }))
    .toSorted((a, b) => (a.field < b.field ? -1 : 1));
  story.claim('both conflicts are listed with both values, for somebody to settle', shown, [
    { field: 'likelihood_after', theirs: 1, mine: 3, kept: 'mine' },
    {
      field: 'who_at_risk',
      theirs: officeEdits.weather.body.who_at_risk,
      mine: towerEdits.weather.fields.who_at_risk,
      kept: 'theirs',
    },
  ]);
  await siteOffice.ask('sync', null);
  for (const tablet of [tower, siteOffice])
    story.claim(
      `and they are shown on the ${tablet.label} too`,
      (await tablet.ask('conflicts', { document_id: document })).length,
      2,
    );
  return open.length;
}

/** The document was locked before the edit arrived: refused, kept on both sides, and given up by the person who wrote it. */
export async function refusal({ story, admin }: Day, { tower }: Site): Promise<number> {
  const refused = await tower.ask('refused', null);
  const mine = towerEdits.trench.fields;
  story.claim(
    'the edit of the document that was locked meanwhile is refused, and kept on the tablet with the reason',
    refused.map(({ record_id, reason, mine: kept }) => [record_id, reason?.code, kept]),
    [[hazards.trenchCollapse, 'document_locked', mine]],
  );
  const listed = (await admin.listRefused()).data;
  story.claim('the office sees it too, at GET /api/v1/sync/refused', listed.length, 1);
  for (const { id } of refused) await tower.ask('discard', { id });
  story.tell('Jordan Blake', 'reads the reason, rings the office, and takes the edit back');
  return listed.length;
}
