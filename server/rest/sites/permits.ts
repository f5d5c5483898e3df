/** Permits to work: lists, the form, and the actions of their life (contract, Permit to work). */
import { permitEndpoints } from '../../../shared/rest/permits.ts';
import type { Handler } from '../request/handler-request.ts';
import { listed } from '../request/lists.ts';
import { present } from '../../../shared/present.ts';
import { recordEndpoints } from '../request/record-endpoints.ts';

const row = permitEndpoints.listPermits.reply.shape.data.element;
const permits = recordEndpoints('permit', 'permits', (record) => present(permitEndpoints.getPermit.reply, record));

export const { create: createPermit, get: getPermit, update: updatePermit } = permits;
export const requestPermit = permits.act('request');
export const authorisePermit = permits.act('authorise');
export const acceptPermit = permits.act('accept');
export const openPermit = permits.act('open');
export const suspendPermit = permits.act('suspend');
export const resumePermit = permits.act('resume');
export const extendPermit = permits.act('extend');
export const handOverPermit = permits.act('hand_over');
export const recordGasTest = permits.act('record_gas_test');
export const recordIsolation = permits.act('record_isolation');
export const reinstateIsolation = permits.act('reinstate_isolation');
export const startFireWatch = permits.act('start_fire_watch');
export const endFireWatch = permits.act('end_fire_watch');
export const completePermitWork = permits.act('work_complete');
export const recordClosingCheck = permits.act('closing_check');
export const recordFinalCheck = permits.act('final_check');
export const closePermit = permits.act('close');
export const cancelPermit = permits.act('cancel');

export const listPermits: Handler<'listPermits'> = async (request, context) => {
  const { status, type, project_id, site_id, document_id } = request.query;
  const filters = { status, type, project_id, site_id, document_id };
  return { body: await listed(request, context, 'permit', filters, (record) => present(row, record)) };
};
