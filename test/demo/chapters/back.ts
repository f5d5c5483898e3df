/** The tower tablet comes back: first half, with an answer lost on the way, then for good. What arrives is exactly what was signed. */
import { documents } from '../cast.ts';
import type { Day } from '../day.ts';
import { patienceMs } from '../../kit/patience.ts';
import { sign } from '../sign.ts';
import { TabletFault } from '../tablet-process.ts';
import { until } from '../waiting.ts';
import type { CutOff } from './cut-off.ts';
import { mergesAndConflicts, refusal } from './edits-arrive.ts';
import type { Site } from './morning.ts';

export interface Arrived {
  readonly signed: number;
  readonly arrived: number;
  readonly doubled: number;
  readonly lost: number;
  readonly superseded: number;
  readonly stale: number;
  readonly current: number;
  readonly conflicts: number;
  readonly refused: number;
}

export async function back(day: Day, site: Site, signed: CutOff): Promise<Arrived> {
  const { story, admin, towerLine } = day;
  const { tower } = site;
  const document = documents.curtainWalling;
  const known = new Set((await admin.listSignoffs({ document })).data.map(({ id }) => id));
  const offline = [...signed.early, ...signed.late];
  const register = async () => (await admin.listSignoffs({ document })).data.filter(({ id }) => !known.has(id));

  story.chapter('The line comes back');
  story.claim('until now the server has heard of none of the new signatures', await register(), []);
  const { waiting } = await tower.ask('standing', null);
  towerLine.heal();
  towerLine.loseAnswerTo('POST /api/v1/sync/push');
  await until(patienceMs, 'the push to be cut', async () => {
    await tower.ask('sync', null).catch((error: unknown) => {
      if (!(error instanceof TabletFault)) throw error;
    });
    return towerLine.isCut || undefined;
  });
  story.tell(
    'Block C',
    'the line is back, the tablet sends all it has, and the line breaks before the answer is through',
  );
  story.claim(
    'the server has all of it, and the tablet still believes that nothing went out',
    [(await register()).length, (await tower.ask('standing', null)).waiting],
    [offline.length, waiting],
  );
  towerLine.heal();
  await tower.ask('sync', null);
  story.tell('Block C', 'the line is back for good; the tablet sends everything again, as it must');

  const arrived = await register();
  story.claim(
    'exactly the signatures given offline are on the server, each once',
    arrived.map(({ id }) => id).toSorted(),
    offline.toSorted(),
  );
  const version2 = (await admin.listVersions({ document })).data.find(({ version }) => version === 2);
  story.claim(
    'each is bound to version 2 and the hash of its content',
    new Set(arrived.map((row) => `${row.document_version} ${row.content_hash}`)),
    new Set([`2 ${version2?.content_hash}`]),
  );
  const find = (id: string) => arrived.find((row) => row.id === id);
  story.claim(
    'three signed while version 2 was in force: good then, superseded now',
    signed.early.map((id) => [find(id)?.currency, find(id)?.flags]),
    signed.early.map(() => ['superseded', []]),
  );
  story.claim(
    'three signed too late without knowing: kept, and flagged for a new briefing',
    signed.late.map((id) => [find(id)?.currency, find(id)?.flags]),
    signed.late.map(() => ['stale_at_capture', ['stale_version', 'rebrief_required']]),
  );
  const chain = offline.map((id) => find(id)?.integrity);
  story.claim(
    'the tablet’s chain of signatures has no gap, across the flat battery',
    chain.map((seal) => seal?.previous_on_device ?? null),
    [null, ...chain.slice(0, -1).map((seal) => seal?.payload_hash ?? null)],
  );

  const conflicts = await mergesAndConflicts(day, site);
  const refused = await refusal(day, site);

  const briefing = await tower.ask('brief', { document_id: document, language: 'en' });
  story.claim(
    'the tablet on the tower shows version 3 now and asks for a new briefing',
    [briefing.version, briefing.rebrief_required],
    [3, true],
  );
  const again = await sign(day, tower, 'Marek Zieliński');
  await tower.ask('sync', null);
  const all = await register();
  story.claim(
    'signed with a line, on version 3: current',
    [all.find(({ id }) => id === again)?.currency, all.length],
    ['current', offline.length + 1],
  );
  const own = [...offline, again];
  const count = (currency: string): number => all.filter((row) => row.currency === currency).length;
  return {
    signed: own.length,
    arrived: all.length,
    doubled: all.length - new Set(all.map((row) => `${row.worker.name} ${row.capture.captured_at_device}`)).size,
    lost: own.filter((id) => !all.some((row) => row.id === id)).length,
    superseded: count('superseded'),
    stale: count('stale_at_capture'),
    current: count('current'),
    conflicts,
    refused,
  };
}
