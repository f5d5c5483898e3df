/** Workers: lists, creation and changes, and what each reader may see of them (contract, Workers). */
import { dayIn } from '../../../shared/base/day.ts';
import { readDetails } from '../../../shared/model/organisation.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { daysBetween } from '../../../shared/base/day.ts';
import type { Worker } from '../../../shared/resources/worker/worker.ts';
import { workerEndpoints } from '../../../shared/rest/workers.ts';
import { askedWords, wordsOf } from '../../../shared/search/search.ts';
import type { Handler } from '../request/handler-request.ts';
import type { RestContext } from '../request/rest-context.ts';
import { listed, pageOf } from '../request/lists.ts';
import { present, seenBy } from '../../../shared/present.ts';
import { readFeed } from '../../store/records/feed.ts';
import { recordEndpoints } from '../request/record-endpoints.ts';

export const workers = recordEndpoints('worker', 'workers', (record, actor) =>
  present(workerEndpoints.getWorker.reply, seenBy(actor, record)),
);

export const { create: createWorker, get: getWorker, update: updateWorker } = workers;

export const listWorkers: Handler<'listWorkers'> = async (request, context) => {
  const { q, status, project_id: projects, expiring_within: days } = request.query;
  const show = (record: StoredRecord) => workers.result(request, record).body;
  const tests = [
    ...(q === undefined ? [] : [matches(q)]),
    ...(projects === undefined ? [] : [({ project_ids: ids }: Worker) => ids.some((id) => projects.includes(id))]),
    ...(days === undefined ? [] : [expiresWithin(days, await todayOf(context, request.actor.organisationId))]),
  ];
  if (tests.length === 0) return { body: await listed(request, context, 'worker', { status }, show) };
  // Only the body can answer these. An organisation has some thousand workers, so all of them are read.
  const query = { ...request.query, page: 1, per_page: undefined, cursor: undefined };
  const { data } = await listed({ ...request, query }, context, 'worker', { status }, (record) => record);
  const found = data.filter((record) => tests.every((test) => test(workerOf(record))));
  const { data: page, meta } = pageOf(found, request.query);
  return { body: { data: page.map(show), meta } };
};

export function workerOf({ body }: StoredRecord): Worker {
  return body as unknown as Worker; // a record of kind worker holds a body of its schema
}

/** Every word of the query occurs, the last one perhaps as a prefix; case and accents do not matter. */
function matches(query: string): (worker: Worker) => boolean {
  const asked = askedWords(query);
  const last = asked.at(-1) ?? '';
  return ({ name, employer_name: employer, agency_name: agency, trade }) => {
    const words = wordsOf([name, employer, agency, trade].filter(Boolean).join(' ')).map(({ word }) => word);
    return (
      asked.slice(0, -1).every((each) => words.includes(each)) &&
      words.some((word) => last !== '' && word.startsWith(last))
    );
  };
}

/** Some card has expired, or will within that many days. */
function expiresWithin(days: number, today: string): (worker: Worker) => boolean {
  return ({ competence_cards: cards }) =>
    cards.some(({ expires_on: expires }) => expires && daysBetween(today, expires) <= days);
}

/** `2026-11-12`, where the organisation is. */
async function todayOf({ store, commitContext }: RestContext, organisationId: string): Promise<string> {
  const feed = await readFeed(store.db, organisationId);
  return dayIn(new Date(commitContext.now()).toISOString(), readDetails(feed?.details ?? '{}').timezone);
}
