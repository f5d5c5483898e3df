/** Up on the tower the line is dead: the crew signs, the supervisor edits, the battery fails, and nothing of it is lost. */
import { hazards } from '../cast.ts';
import { towerEdits } from '../changes.ts';
import type { Day } from '../day.ts';
import { sign } from '../sign.ts';
import { TabletFault, type Tablet } from '../tablet-process.ts';
import type { Site } from './morning.ts';
import { newVersion, officeWrites } from './office-meanwhile.ts';

export interface CutOff {
  /** Signed version 2 while it was the current one. */
  readonly early: readonly string[];
  /** Signed version 2 after the office had approved version 3, which nobody up there could know. */
  readonly late: readonly string[];
}

export async function cutOff(day: Day, site: Site): Promise<CutOff> {
  const { story } = day;
  const { tower, siteOffice } = site;
  story.chapter('On the tower: no line');
  day.towerLine.cut();
  story.tell('Block C', 'the line to the tower is dead');
  story.claim('the tablet says that it is offline, and goes on', await faultOf(tower.ask('sync', null)), 'offline');

  const early = [
    await sign(day, tower, 'Marek Zieliński'),
    await sign(day, tower, 'Ionuț Popescu'),
    await sign(day, tower, 'Aisha Rahman'),
  ];

  story.chapter('In the office: version 3');
  await newVersion(day, site);

  story.chapter('On the tower: work goes on');
  const late = [await sign(day, tower, 'Dimitar Petrov'), await sign(day, tower, 'Luke Farrell')];
  await towerWrites(day, tower);
  await officeWrites(day, site);
  const seen = await siteOffice.ask('hazard', { id: hazards.weather });
  story.claim(
    'the tablets differ for the moment, as they must',
    seen?.['who_at_risk'] === towerEdits.weather.fields.who_at_risk,
    false,
  );

  await flatBattery(day, tower, early.length + late.length + Object.keys(towerEdits).length);
  return { early, late: [...late, await sign(day, tower, 'Bogdan Ilie')] };
}

async function towerWrites({ story }: Day, tower: Tablet): Promise<void> {
  for (const edit of Object.values(towerEdits)) await tower.ask('editHazard', edit);
  story.tell(
    'Jordan Blake',
    'edits three hazards of the draft method statement HLC-027-MS-002 and one of the excavation RAMS, offline',
  );
  const fault = await faultOf(tower.ask('editHazard', { id: hazards.windTakesPanel, fields: { severity_before: 1 } }));
  story.tell('Jordan Blake', 'tries to change a hazard of the approved RAMS as well');
  story.claim('the tablet refuses that at once, without a line: the document is locked', fault, 'document_locked');
}

async function flatBattery({ story }: Day, tower: Tablet, unsent: number): Promise<void> {
  const before = await tower.ask('standing', null);
  story.claim(`${unsent} changes wait on the tablet`, before.waiting, unsent);
  const { pid } = tower;
  await tower.kill();
  story.tell(tower.label, `the battery is flat: process ${pid} is gone with SIGKILL, nothing is said or saved`);
  const after = await tower.switchOn();
  story.tell(tower.label, `is switched on again as process ${tower.pid}, still without a line`);
  story.claim('everything is still there: the same replica, the same unsent changes', after, {
    ...before,
    online: false,
  });
}

/** The code of what the tablet refused or could not do; null where it did it. */
async function faultOf(doing: Promise<unknown>): Promise<string | null> {
  try {
    await doing;
    return null;
  } catch (error) {
    if (error instanceof TabletFault) return error.code;
    throw error;
  }
}
