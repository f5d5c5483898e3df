/** docs/openapi.json is what callers were promised: it says what the server does, and changes only on purpose. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { breakingChanges } from '../../server/docs/openapi/breaking.ts';
import { openApiDocument } from '../../server/docs/openapi/document.ts';
import { committedText, documentFile, readCommitted } from '../../server/docs/committed.ts';

test('[OA9] what is generated breaks no caller of the document that is committed', () => {
  const committed = readCommitted();
  expect(committed && breakingChanges(committed, openApiDocument('http://127.0.0.1:8080'))).toEqual([]);
});

test('[OA9] the committed document is the one that is generated (else: node server/docs/write.ts)', () => {
  expect(readFileSync(documentFile, 'utf8') === committedText()).toBe(true);
});
