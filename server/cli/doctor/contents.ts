/** What the database says: its schema, its clock, open doors, and the last integrity check. */
import { releasedSteps } from '../../../shared/upgrade/steps.ts';
import { currentSchema } from '../../../shared/upgrade/upgrade.ts';
import { mostDriftMs, mostJumpMs } from '../../base/clock.ts';
import { listMirrors } from '../../store/access/mirrors.ts';
import { listTokens } from '../../store/access/tokens.ts';
import { listWebhooks } from '../../store/access/webhooks.ts';
import { headAt } from '../../store/records/audit.ts';
import { listOrganisations, readClocks } from '../../store/records/feed.ts';
import { quickCheck } from '../../store/integrity/quick-check.ts';
import { readIntegrity } from '../../store/integrity/results.ts';
import { missingMigrations } from '../../store/migrate.ts';
import type { Reader } from '../../store/store.ts';
import { age, ok, problem, warning, type Line } from './line.ts';

const mostNamed = 5;

export async function schema({ db }: Reader): Promise<Line> {
  const missing = await missingMigrations(db);
  const [other] = (await listOrganisations(db)).filter((each) => each.record_schema !== currentSchema(releasedSteps));
  if (missing.length === 0 && !other) return ok('schema', 'the tables and records are those of this version');
  return warning(
    'schema',
    'the tables or records are of another version',
    'Start the server of this version; it upgrades them.',
  );
}

export async function clock({ db }: Reader, nowMs: number): Promise<Line> {
  const { wall_ms = null, clock_doubted_ms = null } = (await readClocks(db)) ?? {};
  if (clock_doubted_ms !== null)
    return problem(
      'clock',
      `nothing is deleted by age: the server started more than 30 days after the last write, ${new Date(clock_doubted_ms).toISOString()}`,
      'If the clock is right, run “clock accept”. If not, set it right and restart the server.',
    );
  const behindMs = (wall_ms ?? 0) - nowMs;
  if (behindMs <= mostDriftMs) return ok('clock', `the clock says ${new Date(nowMs).toISOString()}`);
  const says = `the clock is ${age(behindMs)} behind the last write`;
  const mend = 'Set the clock right. If it is right, run “clock accept”.';
  return behindMs > mostJumpMs ? problem('clock', says, mend) : warning('clock', says, mend);
}

export async function tokens({ db }: Reader): Promise<Line> {
  const all = (await Promise.all((await listOrganisations(db)).map(({ org_id }) => listTokens(db, org_id)))).flat();
  const endless = all.filter((token) => token.revoked_at === null && token.expires_at === null);
  if (endless.length === 0) return ok('tokens', 'every active token expires');
  const named = endless.slice(0, mostNamed).map(({ id, name, role }) => `${name} (${role}, ${id})`);
  const says = `${endless.length} active tokens never expire: ${named.join(', ')}`;
  return warning('tokens', says, 'Make tokens with an end instead, and run “token revoke” on these.');
}

export async function mirrors({ db }: Reader): Promise<Line> {
  const all = (await Promise.all((await listOrganisations(db)).map(({ org_id }) => listMirrors(db, org_id)))).flat();
  const failing = all.filter(({ enabled, failure }) => enabled === 1 && failure !== null);
  if (failing.length === 0) return ok('mirrors', `${all.length} mirrors, none fails`);
  const named = failing
    .slice(0, mostNamed)
    .map(({ id, url, failure }) => `${new URL(url).host} (${failure ?? ''}, ${id})`);
  return warning(
    'mirrors',
    `${failing.length} mirrors cannot be written: ${named.join(', ')}`,
    'The server goes on trying; what is missing is in docs/mirror.md.',
  );
}

export async function webhooks({ db }: Reader): Promise<Line> {
  const all = (await Promise.all((await listOrganisations(db)).map(({ org_id }) => listWebhooks(db, org_id)))).flat();
  const disabled = all.filter(({ state }) => state === 'disabled');
  if (disabled.length === 0) return ok('webhooks', `${all.length} webhooks, none disabled`);
  const named = disabled
    .slice(0, mostNamed)
    .map(({ id, url, disabled_reason: why }) => `${new URL(url).host} (${why}, ${id})`);
  return warning(
    'webhooks',
    `${disabled.length} webhooks are disabled: ${named.join(', ')}`,
    'When the receiver works again, enable them.',
  );
}

/** The file, and whether the audit log ends where it should. */
export async function file(store: Reader): Promise<Line[]> {
  const restore = 'Stop the server, keep a copy of the database as it is, and restore the last good backup.';
  const damage = await quickCheck(store);
  if (damage.length > 0)
    return damage.slice(0, mostNamed).map((line) => problem('database', `the file is damaged: ${line}`, restore));
  const cut: Line[] = [];
  for (const { org_id, seq, head, name } of await listOrganisations(store.db))
    if (((await headAt(store.db, org_id, seq))?.head ?? head) !== head)
      cut.push(problem('database', `the end of the audit log of ${name} is missing`, 'Run “verify”, which says more.'));
  return cut.length > 0 ? cut : [ok('database', 'its file is whole, and the audit log ends where it should')];
}

export async function lastCheck({ db }: Reader, nowMs: number): Promise<Line> {
  const { finished_at: at, faults, warnings } = await readIntegrity(db);
  const run = 'Run “verify”, which names each of them.';
  if (at === null) return warning('verify', 'the store was never compared with its audit log', 'Run “verify”.');
  const when = `${age(nowMs - Date.parse(at))} ago`;
  if (faults > 0) return problem('verify', `the check ${when} found ${faults} faults`, run);
  if (warnings > 0) return warning('verify', `the check ${when} had ${warnings} warnings`, run);
  return ok('verify', `the store matched its audit log ${when}`);
}
