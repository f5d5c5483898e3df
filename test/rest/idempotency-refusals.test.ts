/** Idempotency-Key of a refused request: after a refusal of form, the corrected body may use it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '../../shared/rest/rest.ts';
import { engines } from '../kit/engines.ts';
import { openFirm } from './support/firm.ts';
import { requireProblem } from './support/outcome.ts';
import { nearMiss, nothing, openSite, type CallOptions, type Site } from './support/site.ts';

const keyed = (key: string): Pick<CallOptions, 'headers'> => ({ headers: { 'idempotency-key': key } });
const replayed = ({ headers }: { readonly headers: Headers }): string | null => headers.get('idempotency-replayed');
const roof = { title: 'Roof works', document_type: 'rams' };

/** Refused by the HTTP layer, the rules of the kind, the arguments of an action, and the relation of the ratings. */
const corrected: readonly (readonly [EndpointName, string, object, object])[] = [
  ['createDocument', 'validation_failed', {}, roof],
  ['createDocument', 'validation_failed', { ...roof, document_type: 'novel' }, roof],
  ['createHazard', 'validation_failed', { name: 'Edge', controls: [{ hierarchy_level: 'ppe' }] }, { name: 'Edge' }],
  [
    'createHazard',
    'risk_after_exceeds_before',
    { name: 'Edge', severity_before: 2, severity_after: 3 },
    { name: 'Edge', severity_before: 3, severity_after: 2 },
  ],
  ['submitReview', 'validation_failed', { notes: 7 }, { notes: 'Please look.' }],
];

describe.each(engines)('%s', (engine) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  test.each(corrected)('[R44] %s refused as %s succeeds under the same key once corrected', async (...row) => {
    const [name, code, wrong, right] = row;
    const params = { document: (await site.draft()).id };
    const key = keyed(`corrected ${JSON.stringify(wrong)}`.replaceAll(/\W/g, '-'));
    for (let times = 0; times < 2; times++) {
      const refused = await site.call(name, { params, body: wrong, ...key });
      expect([refused.status, requireProblem(refused).code, replayed(refused)]).toEqual([422, code, null]);
    }
    const done = await site.call(name, { params, body: right, ...key });
    expect([done.ok, replayed(done)], done.text).toEqual([true, null]);
    const again = await site.call(name, { params, body: right, ...key });
    expect([again.text, replayed(again)]).toEqual([done.text, 'true']);
  });

  test('[R44] fields refused by strict bodies leave the key unused too', async () => {
    const firm = await openFirm(site, { strict_bodies: true });
    const refused = await firm.call('createDocument', { body: { ...roof, tilte: 'x' }, ...keyed('strict') });
    expect([refused.status, requireProblem(refused).code]).toEqual([422, 'unknown_field']);
    expect((await firm.call('createDocument', { body: roof, ...keyed('strict') })).status).toBe(201);
  });

  test('[R42] of concurrent valid and invalid bodies under one key one valid one takes effect', async () => {
    const title = 'Wrong and right';
    const bodies = [{}, { title, document_type: 'rams' }, { title }, { title, document_type: 'rams' }, {}];
    const answers = await Promise.all(
      bodies.map((body) => site.call('createDocument', { body, ...keyed('wrong-and-right') })),
    );
    expect(answers.map(({ status }) => status)).toEqual([422, 201, 422, 201, 422]);
    expect(answers[1]?.text).toBe(answers[3]?.text);
    const { data } = await site.must('listDocuments', { query: '?per_page=100' });
    expect(data.filter((row) => row.title === title)).toHaveLength(1);
  });

  test('[R43] a used key refuses an invalid body', async () => {
    const first = await site.must('createDocument', { body: roof, ...keyed('used') });
    const wrong = await site.call('createDocument', { body: {}, ...keyed('used') });
    expect([wrong.status, requireProblem(wrong).code]).toEqual([422, 'idempotency_key_reused']);
    expect(await site.must('createDocument', { body: roof, ...keyed('used') })).toEqual(first);
  });

  test('[R44] a 422 that depends on state is replayed', async () => {
    const body = nearMiss(nothing, null);
    const refused = await site.call('createIncident', { body, ...keyed('no-such-project') });
    const again = await site.call('createIncident', { body, ...keyed('no-such-project') });
    expect([refused.status, requireProblem(again).code, replayed(again)]).toEqual([422, 'reference_unknown', 'true']);
  });
});
