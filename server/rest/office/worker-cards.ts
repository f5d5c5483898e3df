/** The cards of one worker, one at a time: each is a change of the worker's list, made under the lock (contract, Workers). */
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
  const card: WorkerCard = { ...sound(request.fields), id };
  let isNew = true;
  const record = await changeCards(request, context, before, (cards, rev) => {
    const standing = cards.find((each) => each.id === id);
    isNew = !standing;
    if (!standing) return [...cards, card];
    if (request.mustBeNew)
      throw new Problem('precondition_failed', 'The worker has a card with this id already.', {
        members: { current_etag: strongTag(rev) },
      });
    if (sameJson(standing, card)) return cards;
    throw new Problem('id_conflict', 'Another card of the worker has this id.');
  });
  return { ...workers.result(request, record), status: isNew ? 201 : 200, location: `/api/v1/workers/${record.id}` };
};

export const updateWorkerCard: Handler<'updateWorkerCard'> = async (request, context) => {
  const before = await workers.load(request, context);
  const id = idOf('card', request.params.card);
  const record = await changeCards(request, context, before, (cards) => {
    const standing = cards.find((each) => each.id === id);
    if (!standing) throw missing('card');
    const changed = { ...sound({ ...standing, ...request.fields }), id };
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

/** Checked by itself, so that a fault points at the field of the card that was sent. */
function sound(fields: JsonObject): WorkerCard {
  const card = parse(workerCard, fields);
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
    const standing = batch.world.record(before.id) ?? before;
    const cards = change(workerOf(standing).competence_cards, standing.rev);
    return await applyAll(batch, [{ ...target, set: { competence_cards: cards } }]);
  });
  return outcomes[0]?.record ?? before;
}
