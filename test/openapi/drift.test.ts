/** docs/openapi.json is the contract that callers rely on: it describes this server, and changes only on purpose. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../server/docs/openapi/document.ts';
import { breakingChanges } from './support/breaking.ts';
import { documentFile, generatedText, readCommitted } from './support/committed.ts';

test('[OA9] the generated document breaks no caller of the committed one', () => {
  const committed = readCommitted();
  expect(committed && breakingChanges(committed, openApiDocument('http://127.0.0.1:8080'))).toEqual([]);
});

test('[OA9] the committed document is the generated one (else: npm run openapi)', () => {
  expect(readFileSync(documentFile, 'utf8') === generatedText()).toBe(true);
});
