/** docs/openapi.json, the document that callers rely on: generated for a server at the default address. */
import { existsSync, readFileSync } from 'node:fs';
import { openApiDocument } from '../../../server/docs/openapi/document.ts';
import type { OpenApi } from '../../../server/docs/openapi/types.ts';
import { isJsonObject, type Json } from '../../../shared/base/json.ts';

export const documentFile = new URL('../../../docs/openapi.json', import.meta.url);

/** The text that the file should hold: a line for each path, webhook and component, so that a diff shows what changed. */
export function generatedText(): string {
  return `${lines({ ...openApiDocument('http://127.0.0.1:8080') }, 2)}\n`;
}

/** The document in the file; null if there is no file yet. */
export function readCommitted(): OpenApi | null {
  return existsSync(documentFile) ? (JSON.parse(readFileSync(documentFile, 'utf8')) as OpenApi) : null; // write.ts wrote it
}

/** JSON with a line for each member of the outer objects, down to this depth. */
function lines(value: Json, depth: number, indent = ''): string {
  if (!isJsonObject(value) || depth === 0 || Object.keys(value).length === 0) return JSON.stringify(value);
  const deeper = depth + (indent === '' ? 0 : -1);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${indent} ${JSON.stringify(name)}:${lines(member ?? null, deeper, `${indent} `)}`);
  return `{\n${members.join(',\n')}\n${indent}}`;
}
