/**
 * Writes docs/openapi.json anew: `node server/docs/write.ts`. What would break callers of the document that stands there is refused
 * with a list, unless it is meant: `--accept-breaking`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { breakingChanges } from './openapi/breaking.ts';
import { committedText, documentFile, readCommitted } from './committed.ts';

const { values } = parseArgs({ options: { 'accept-breaking': { type: 'boolean', default: false } } });
const standing = readCommitted();
const text = committedText();
const changes = standing ? breakingChanges(standing, JSON.parse(text)) : [];
if (changes.length > 0 && !values['accept-breaking'])
  throw new Error(
    `callers would break (--accept-breaking if that is meant):\n${changes.map((line) => `  ${line}`).join('\n')}`,
  );
if (standing === null || readFileSync(documentFile, 'utf8') !== text) writeFileSync(documentFile, text);
console.log([`${documentFile.pathname} is up to date`, ...changes.map((line) => `  accepted: ${line}`)].join('\n'));
