/**
 * Writes docs/openapi.json: `npm run openapi`. Fails with a list if the new document would break callers of the committed one,
 * unless that is intended: `npm run openapi -- --accept-breaking`.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { breakingChanges } from './breaking.ts';
import { documentFile, generatedText, readCommitted } from './committed.ts';

const { values } = parseArgs({ options: { 'accept-breaking': { type: 'boolean', default: false } } });
const committed = readCommitted();
const text = generatedText();
const changes = committed ? breakingChanges(committed, JSON.parse(text)) : [];
const list = changes.map((change) => `  ${change}`).join('\n');
if (changes.length > 0 && !values['accept-breaking'])
  throw new Error(`callers would break (--accept-breaking if that is intended):\n${list}`);
writeFileSync(documentFile, text);
console.log(`${documentFile.pathname} is up to date`);
if (changes.length > 0) console.log(`accepted:\n${list}`);
