/** What a reader on site is not to meet in print (rule EX25). */
import { describe, expect, test } from 'vitest';
import { attachedFiles } from '../../server/export/attached-file.ts';
import { buildModel } from '../../server/export/model/build.ts';
import { eachText } from '../../server/export/model/each-text.ts';
import { plainWords } from '../../server/export/model/plain-words.ts';
import { printableInput } from '../../server/export/printable.ts';
import { inputOf, otherDocuments, sampleDocuments, sampleRecords } from './inputs.ts';

type Name = Parameters<typeof inputOf>[0];
const names = Object.keys({ ...sampleDocuments, ...otherDocuments }) as Name[]; // the keys of literal objects are exactly these

const raw: Readonly<Record<string, RegExp>> = {
  'a code or field name': /(?<![\w@./-])[a-z]+(?:_[a-z0-9]+)+(?![\w@./])/,
  'an event name': /^(?:document|incident|permit|signoff)\.[a-z_]+$/,
  'a uuid': /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/,
  'an ISO date or instant': /\d{4}-\d{2}-\d{2}/,
  'a value of a program': /^(?:true|false|null|undefined|NaN|\[object Object\])$/,
  'a remark of a developer': /quoted from memory|verify$|Bands differ between organisations/,
  'a unit without its sign': / (?:mps|Temperature c)\b/,
};

function printed(name: Name): readonly string[] {
  const input = printableInput(inputOf(name, name === 'rams' ? { signoffs: sampleRecords('signoffs.json') } : {}));
  const found: string[] = [];
  eachText(buildModel(input, attachedFiles(input)).blocks, (words) => {
    found.push(words);
    return words;
  });
  return found;
}

describe('words', () => {
  test.for(names)('[EX25] no code, id, ISO date, field name or remark is printed: %s', (name) => {
    const words = printed(name);
    expect(words.length).toBeGreaterThan(100);
    const offences = Object.entries(raw).flatMap(([what, pattern]) =>
      words.filter((each) => pattern.test(each)).map((each) => `${what}: ${each}`),
    );
    expect(offences).toEqual([]);
  });

  test('[EX25] another document is named by reference and version', () => {
    const words = printed('powra');
    expect(words.filter((each) => /^HLC-014-RAMS-007 .*, version 2$/.test(each))).toHaveLength(1);
  });

  test('[EX25] a duplicate names the printed row of its original', () => {
    expect(printed('rams').filter((each) => /^Of row \d+$/.test(each)).length).toBeGreaterThan(0);
  });

  test('[EX25] addresses, file names and references stay as they were written', () => {
    for (const words of [
      'john_smith@site.example',
      'see lift_plan.pdf',
      'https://a.example/b_c',
      'RA-2026-01-05-B',
      'drawing 2026-13-45',
    ])
      expect(plainWords(words, 'UTC')).toBe(words);
    expect(plainWords('from 2026-01-05 to 2026-02-01T10:30:00Z', 'Europe/London')).toBe(
      'from 5 Jan 2026 to 1 Feb 2026, 10:30 GMT',
    );
  });
});
