/** Workers: lists, creation and changes, with what is shown of them to whom (contract, Workers). */
import type * as z from 'zod';
import type { Actor } from '../../../shared/model/access.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { daysBetween } from '../../../shared/resources/worker/cards.ts';
import type { Worker } from '../../../shared/resources/worker/worker.ts';
import { workerEndpoints } from '../../../shared/rest/workers.ts';
import { askedWords, wordsOf } from '../../../shared/search/search.ts';
import type { HandlerResult, HandlerRequest, Handler } from '../request/handler-request.ts';
import { create, patch } from '../request/change.ts';
import { find } from '../request/find.ts';
import { listed, pageOf } from '../request/lists.ts';
import { present, seenBy } from '../request/present.ts';

const reply = workerEndpoints.getWorker.reply;
type Shown = z.output<typeof reply>;

export const listWorkers: Handler<'listWorkers'> = async ({ actor, query }, context) => {
  const { q, status, project_id: projects, expiring_within: days, updated_since: updatedSince } = query;
  const order = updatedSince === undefined ? 'created_at desc' : 'updated_at';
  const request = { kind: 'worker', filters: { status }, updatedSince, order } as const;
  const show = (record: StoredRecord): Shown => showWorker(actor, record);
  const isPlain = q === undefined && projects === undefined && days === undefined;
  if (isPlain) return { body: await listed(context, actor, request, query, show) };
  // What the body alone says: a firm has some thousand workers, and they are read whole.
  const now = new Date(context.commitContext.now()).toISOString();
  const tests = [
    q === undefined ? always : named(q),
    projects === undefined ? always : ({ project_ids: ids }: Worker) => ids.some((id) => projects.includes(id)),
    days === undefined ? always : runsOut(days, now),
  ];
  const { data } = await listed(context, actor, request, { page: 1, sort: query.sort }, (record) => record);
  const wanted = data.filter((record) => tests.every((test) => test(workerOf(record))));
  const { data: page, meta } = pageOf(wanted, query);
  return { body: { data: page.map(show), meta } };
};

export const createWorker: Handler<'createWorker'> = async (call, context) => {
  const { record, status } = await create(call, context, 'worker', call.fields, call.body.id);
  return { ...answer(call, record), status, location: `/api/v1/workers/${record.id}` };
};

export const getWorker: Handler<'getWorker'> = async (call, context) =>
  answer(call, await find(context.store.db, call.actor.organisationId, 'worker', call.params.worker));

export const updateWorker: Handler<'updateWorker'> = async (call, context) => {
  const before = await find(context.store.db, call.actor.organisationId, 'worker', call.params.worker);
  return answer(call, await patch(call, context, before, call.fields));
};

export function answer({ actor }: Pick<HandlerRequest, 'actor'>, record: StoredRecord): HandlerResult<Shown> {
  return { body: showWorker(actor, record), revision: record.rev };
}

export function workerOf({ body }: StoredRecord): Worker {
  return body as unknown as Worker; // a record of kind worker holds a body of its schema
}

function showWorker(actor: Actor, record: StoredRecord): Shown {
  return present(reply, seenBy(actor, record));
}

const always = (): boolean => true;

/** Every word of the query is there, the last perhaps as the beginning of one; case and accents make no difference. */
function named(query: string): (worker: Worker) => boolean {
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

/** Some card has run out, or will within that many days. */
function runsOut(days: number, now: string): (worker: Worker) => boolean {
  return ({ competence_cards: cards }) =>
    cards.some(({ expires_on: expires }) => expires && daysBetween(now, expires) <= days);
}
