/** Doors, followers, tables and docs use the same events, kinds, problem codes and permissions, each from one list. */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { kindByView } from '../../client-sdk/view/kinds.ts';
import { openApiDocument } from '../../server/docs/openapi/document.ts';
import { problemEntries } from '../../server/docs/openapi/problem-codes.ts';
import { methods } from '../../server/docs/openapi/types.ts';
import { handlers } from '../../server/rest/handlers.ts';
import { permissions } from '../../shared/model/access.ts';
import { eventNames } from '../../shared/model/event.ts';
import { replicatedKinds, resources } from '../../shared/resources/index.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import { endpoints } from '../../shared/rest/rest.ts';
import { searchKinds } from '../../shared/search/search.ts';

const root = resolve(import.meta.dirname, '../..');

/** The text of all files that match, as one. */
async function textOf(include: string, ...exclude: string[]): Promise<string> {
  const files = await Array.fromAsync(glob(include, { cwd: root, exclude: (name) => name.includes('node_modules') }));
  const kept = files.filter((file) => !exclude.some((part) => file.startsWith(part)));
  return kept.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
}

function missingFrom(text: string, names: readonly string[]): string[] {
  return names.filter((name) => !new RegExp(`['"\`]${RegExp.escape(name)}['"\`]`).test(text));
}

/** What acts: without the lists themselves, the endpoint table and the docs. */
const product = await textOf(
  '{shared,server,client-sdk}/**/*.ts',
  'shared/model/event.ts',
  'shared/model/problem.ts',
  'shared/model/access.ts',
  'shared/rest/',
  'server/docs/',
);
const tests = await textOf('test/**/*.ts', 'test/house/', 'test/openapi/');
const table: readonly Endpoint[] = Object.values(endpoints);
const document = openApiDocument('http://127.0.0.1:8080');
const operations = Object.values(document.paths).flatMap((item) => methods.flatMap((method) => item[method] ?? []));

test('[HS50] every event is emitted, documented and expected by a test, and no other name is', async () => {
  expect(missingFrom(product, eventNames)).toEqual([]);
  expect(missingFrom(tests, eventNames)).toEqual([]);
  expect(Object.keys(document.webhooks)).toEqual([...eventNames]);
  const emitted = new Set(table.flatMap(({ emits }) => emits));
  // The calendar emits this one; no request does.
  expect(eventNames.filter((name) => !emitted.has(name))).toEqual(['certification.expiring']);
  const areas = [...new Set(eventNames.map((name) => name.split('.')[0]))].join('|');
  const docs = await textOf('{README.md,docs/**/*.md}');
  const named = [...docs.matchAll(new RegExp(`\`((?:${areas})\\.[a-z]+)\``, 'g'))].map(([, name]) => name);
  expect(named.filter((name) => !eventNames.some((each) => each === name))).toEqual([]);
});

test('[HS51] every problem code is thrown, tested, and described by REST or for sync', () => {
  const codes = problemEntries.map(({ code }) => code);
  expect(missingFrom(product, codes)).toEqual([]);
  expect(codes.filter((code) => !tests.includes(code))).toEqual([]);
  const documented = new Set(
    operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap((response) =>
        '$ref' in response
          ? (document.components.responses[response.$ref.split('/').at(-1) ?? '']?.['x-problem-codes'] ?? [])
          : (response['x-problem-codes'] ?? []),
      ),
    ),
  );
  const syncOnly = problemEntries.filter(({ meaning }) => meaning.startsWith('Sync only')).map(({ code }) => code);
  // No operation answers a method that it does not have.
  expect(codes.filter((code) => !documented.has(code)).toSorted()).toEqual(
    [...syncOnly, 'method_not_allowed'].toSorted(),
  );
});

test('[HS52] every endpoint has a handler and an operation in the docs, and neither has more', () => {
  const names = Object.keys(endpoints).toSorted();
  expect(Object.keys(handlers).toSorted()).toEqual(names);
  const documented = operations.filter((operation) => !operation['x-alias-of']).map(({ operationId }) => operationId);
  expect(documented.toSorted()).toEqual(names);
});

test('[HS53] every permission guards something', () => {
  const guarding = new Set(table.map(({ permission }) => permission));
  const unused = permissions.filter((permission) => !guarding.has(permission));
  expect(missingFrom(product, unused)).toEqual([]);
});

/** Kinds that the search leaves out. */
const notSearched: readonly string[] = [
  'compliance',
  'conflict',
  'contractor',
  'crew_member',
  'discarded_draft',
  'export',
  'incident',
  'merged_edit',
  'permit',
  'photo',
  'signoff',
  'site',
  'standing_export',
  'project_export',
  'submission',
  'user',
  'version',
  'worker',
];
/** Components that are not called what their kind is. */
const componentByKind: Readonly<Record<string, string>> = {
  coshh: 'CoshhAssessment',
  personnel: 'PersonnelEntry',
  permit: 'PermitToWork',
  standing_export: 'StandingExports',
};

test('[HS54] every kind is known to search and docs, and every replicated kind to devices', () => {
  const kinds = Object.keys(resources);
  expect(kinds).toEqual(Object.values(resources).map(({ kind }) => kind));
  expect([...searchKinds, ...notSearched].toSorted()).toEqual(kinds.toSorted());
  expect(Object.values<string>(kindByView).toSorted()).toEqual([...replicatedKinds].toSorted());
  const component = (kind: string): string =>
    componentByKind[kind] ?? kind.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  expect(kinds.filter((kind) => !(component(kind) in document.components.schemas))).toEqual([]);
});
