/** The cards of one worker: each change edits the worker's list under the lock (contract, Workers). */
import { sameJson } from '../../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { requireSoundCard, workerCard, type WorkerCard } from '../../../shared/resources/worker/cards.ts';
import { parse } from '../../../shared/model/validation.ts';
import { applyAll, commitBatch } from '../../commit/commit.ts';
import type { HandlerRequest, Handler } from '../request/handler-request.ts';
import { strongTag } from '../../http/etag.ts';
import { idOf, missing } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { workerOf, workers } from './workers.ts';

export const addWorkerCard: Handler<'addWorkerCard'> = async (request, context) => {
  const before = await workers.load(request, context);
  const id = request.body.id ?? context.commitContext.newId();
  const card: WorkerCard = { ...checkedCard(request.fields), id };
  let isNew = true;
  const record = await changeCards(request, context, before, (cards, rev) => {
    const current = cards.find((each) => each.id === id);
    isNew = !current;
    if (!current) return [...cards, card];
    if (request.mustBeNew)
      throw new Problem('precondition_failed', 'The worker already has a card with this id.', {
        members: { current_etag: strongTag(rev) },
      });
    if (sameJson(current, card)) return cards;
    throw new Problem('id_conflict', 'Another card of the worker has this id.');
  });
  return { ...workers.result(request, record), status: isNew ? 201 : 200, location: `/api/v1/workers/${record.id}` };
};

export const updateWorkerCard: Handler<'updateWorkerCard'> = async (request, context) => {
  const before = await workers.load(request, context);
  const id = idOf('card', request.params.card);
  const record = await changeCards(request, context, before, (cards) => {
    const current = cards.find((each) => each.id === id);
    if (!current) throw missing('card');
    const changed = { ...checkedCard({ ...current, ...request.fields }), id };
    return cards.map((each) => (each.id === id ? changed : each));
  });
  return workers.result(request, record);
};

export const removeWorkerCard: Handler<'removeWorkerCard'> = async (request, context) => {
  const before = await workers.load(request, context);
  const id = idOf('card', request.params.card);
  await changeCards(request, context, before, (cards) => {
    if (!cards.some((each) => each.id === id)) throw missing('card');
    return cards.filter((each) => each.id !== id);
  });
  return { body: null };
};

/** Validated alone, so that errors point at the fields of the card in the request. */
function checkedCard(fields: JsonObject): WorkerCard {
  const card = parse(workerCard(), fields);
  requireSoundCard(card);
  return card;
}

async function changeCards(
  request: HandlerRequest,
  context: RestContext,
  before: StoredRecord,
  change: (cards: readonly WorkerCard[], rev: number) => readonly WorkerCard[],
): Promise<StoredRecord> {
  const target = { op: 'patch', kind: 'worker', id: before.id, ...request.guard(before) } as const;
  const outcomes = await commitBatch(context.commitContext, request.author, async (batch) => {
    await batch.read([{ ...target, set: {} }]);
    const current = batch.world.record(before.id) ?? before;
    const cards = change(workerOf(current).competence_cards, current.rev);
    return await applyAll(batch, [{ ...target, set: { competence_cards: cards } }]);
  });
  return outcomes[0]?.record ?? before;
}
