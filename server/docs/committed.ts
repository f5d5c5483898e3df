/** docs/openapi.json, the document that callers were promised: for a server at the default address, indented for review. */
import { existsSync, readFileSync } from 'node:fs';
import { openApiDocument } from './openapi/document.ts';
import type { OpenApi } from './openapi/types.ts';

export const documentFile = new URL('../../docs/openapi.json', import.meta.url);

/** What the file should hold. */
export function committedText(): string {
  return `${JSON.stringify(openApiDocument('http://127.0.0.1:8080'), null, 2)}\n`;
}

/** What it holds; null where there is none yet. */
export function readCommitted(): OpenApi | null {
  return existsSync(documentFile) ? (JSON.parse(readFileSync(documentFile, 'utf8')) as OpenApi) : null; // write.ts wrote it
}
