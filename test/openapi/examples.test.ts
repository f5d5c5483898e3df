/** The examples of the document are what they pretend to be. */
import { expect, test } from 'vitest';
import { bodyExamples } from '../../server/docs/openapi/examples.ts';
import { replyExamples } from '../../server/docs/openapi/example-replies.ts';
import { endpoints } from '../../shared/rest/rest.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import { nameOf, openDescribed } from './described.ts';

const { document, operations, faults } = openDescribed();

test.each(Object.entries(bodyExamples))(
  '[OA3] the example body of %s is one that its endpoint takes',
  (name, example) => {
    const endpoint: Endpoint | undefined = Object.entries<Endpoint>(endpoints).find(([each]) => each === name)?.[1];
    expect(endpoint?.fields?.safeParse(example).error?.issues).toBeUndefined();
    expect(endpoint?.body?.safeParse(example).error?.issues).toBeUndefined();
    const $ref = operations.get(name)?.requestBody?.content['application/json']?.schema.$ref ?? '';
    expect(faults(nameOf($ref), example)).toEqual([]);
    const known = Object.keys(document.components.schemas[nameOf($ref)]?.properties ?? {});
    expect(known).toEqual(expect.arrayContaining(Object.keys(example)));
  },
);

test.each(Object.entries(replyExamples))('[OA3] the example of %s fits its schema', (name, example) => {
  expect(faults(name, example)).toEqual([]);
});

test('[OA3] the examples of events fit their payloads', () => {
  const examples = Object.values(document.webhooks).flatMap(({ post }) => {
    const media = post?.requestBody?.content['application/json'];
    return Object.values(media?.examples ?? {}).map(({ value }) => faults(nameOf(media?.schema.$ref ?? ''), value));
  });
  expect(examples.length).toBeGreaterThan(0);
  expect(examples.flat()).toEqual([]);
});

test('[OA3] every body that must be sent has an example', () => {
  const without = [...operations]
    .filter(([, { requestBody }]) => requestBody?.required && requestBody.content['application/json'])
    .map(([name]) => name)
    .filter((name) => !(name in bodyExamples));
  expect(without).toEqual([]);
});
