/**
 * Follower: carries out what becomes due with time (contract, Calendar). At start and once a minute, each check of each organisation
 * names its commands, and the server commits them under its own name. Each command re-checks its condition under the lock, so two
 * servers on one store do no harm; a refused command stops no other.
 */
import { systemActorId } from '../../shared/model/access.ts';
import type { Command } from '../../shared/model/command.ts';
import { readDetails } from '../../shared/model/organisation.ts';
import { readSettings } from '../../shared/model/settings.ts';
import type { Outcome } from '../commit/batch.ts';
import { commitBatch, type RequestContext, type CommitContext } from '../commit/commit.ts';
import type { Log } from '../base/log.ts';
import { listOrganisations } from '../store/records/feed.ts';
import type { FeedTable } from '../store/tables/tables.ts';
import type { CalendarCheck } from './calendar/check.ts';
import { calendarChecks } from './calendar/checks.ts';
import { openPollLoop, type PollLoop } from './poll-loop.ts';

const tickMs = 60_000;
/** Commands committed under one lock of the organisation. */
const chunkSize = 100;

export interface CalendarContext {
  readonly commitContext: CommitContext;
  readonly log: Log;
  /** Default: all checks. */
  readonly checks?: readonly CalendarCheck[];
  /** Default: a minute; null = only when it is run. */
  readonly everyMs?: number | null | undefined;
}

export function openCalendarFollower({
  commitContext,
  log,
  checks = calendarChecks,
  everyMs = tickMs,
}: CalendarContext): PollLoop {
  /** Refusals of the last round: a refusal that repeats at every tick is logged once. */
  let refusedBefore: ReadonlySet<string> = new Set();

  async function round(isClosed: () => boolean): Promise<number> {
    const refused = new Set<string>();
    const failures: unknown[] = [];
    let taken = 0;
    for (const organisation of await listOrganisations(commitContext.store.db))
      for (const check of checks) {
        if (isClosed()) return taken;
        try {
          taken += await carryOut(organisation, check, refused, isClosed);
        } catch (error) {
          failures.push(error);
        }
      }
    refusedBefore = refused;
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} calendar checks failed`);
    return taken;
  }

  async function carryOut(
    organisation: FeedTable,
    check: CalendarCheck,
    refused: Set<string>,
    isClosed: () => boolean,
  ): Promise<number> {
    const { org_id: organisationId } = organisation;
    const commands = await check.due({
      db: commitContext.store.db,
      organisationId,
      settings: readSettings(organisation.settings),
      timezone: readDetails(organisation.details).timezone,
      now: new Date(commitContext.now()).toISOString(),
    });
    const author: RequestContext = {
      actor: { organisationId, id: systemActorId, name: 'Sitefile', role: 'admin' },
      origin: 'rest',
      requestId: `calendar-${check.name}`,
    };
    let taken = 0;
    for (let from = 0; from < commands.length && !isClosed(); from += chunkSize) {
      const some = commands.slice(from, from + chunkSize);
      const outcomes = await applyEach(commitContext, author, some);
      some.forEach((command, i) => tell(organisationId, check.name, command, outcomes[i], refused));
      taken += outcomes.filter(({ status }) => status === 'applied' || status === 'merged').length;
    }
    return taken;
  }

  function tell(
    organisationId: string,
    check: string,
    { op, kind, id }: Command,
    outcome: Outcome | undefined,
    refused: Set<string>,
  ): void {
    if (outcome?.status !== 'refused') return;
    const key = `${check} ${op} ${id}`;
    refused.add(key);
    if (refusedBefore.has(key)) return;
    const { code, detail } = outcome.problem ?? {};
    log.warn({ organisation: organisationId, check, kind, id, code, detail }, 'a calendar command was refused');
  }

  return openPollLoop({
    round,
    everyMs,
    failed: (error) => log.error({ err: error }, 'the calendar follower failed'),
  });
}

/** Each command is its own group: a refusal undoes it alone. */
async function applyEach(
  commitContext: CommitContext,
  author: RequestContext,
  commands: readonly Command[],
): Promise<Outcome[]> {
  return await commitBatch(commitContext, author, async (batch) => {
    await batch.read(commands);
    return commands.flatMap((command) => batch.apply([command]));
  });
}
