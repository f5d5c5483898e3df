/**
 * Words folded by shared/search/search.ts in FTS5's ascii tokenizer, beside raw text in `unicode61 remove_diacritics 2`: time to index, size of
 * the file, time of a query, and spellings that are found. Run: `node test/bench/search-tokenizers-program.ts [records …]`.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { wordsOf } from '../../shared/search/search.ts';

const vocabulary = Array.from(
  { length: 4000 },
  (_, i) => `${['lift', 'crane', 'edge', 'slab'][i % 4]}${i.toString(36)}`,
);
const spellings = { strasse: 'Straße', lodz: 'Łódź', sinead: 'Sinéad', soren: 'Søren', aether: 'Æther' };
const variants = {
  'own words, ascii': {
    tokenize: 'ascii',
    toIndex: (text: string) =>
      wordsOf(text)
        .map(({ word }) => word)
        .join(' '),
  },
  'raw text, unicode61': { tokenize: 'unicode61 remove_diacritics 2', toIndex: (text: string) => text },
};

function textOf(record: number): string {
  const words = Array.from({ length: 40 }, (_, i) => vocabulary[(record * 31 + i * i * 17) % vocabulary.length]);
  return `${words.join(' ')}, at risk: Renée & co.`;
}

for (const records of process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000])
  for (const [name, { tokenize, toIndex }] of Object.entries(variants)) {
    const folder = mkdtempSync(join(tmpdir(), 'search-bench-'));
    const file = join(folder, 'index.db');
    const db = new DatabaseSync(file);
    db.exec(
      `create virtual table words using fts5 (body, content = '', contentless_delete = 1, detail = column, tokenize = '${tokenize}')`,
    );
    const insert = db.prepare('insert into words (rowid, body) values (?, ?)');
    const began = performance.now();
    db.exec('begin');
    for (let record = 1; record <= records; record++) insert.run(record, toIndex(textOf(record)));
    db.exec('commit');
    const indexMs = performance.now() - began;
    const query = db.prepare('select count(*) as found from words where words match ?');
    const asked = performance.now();
    for (let i = 0; i < 100; i++) query.get(`"renee" AND "${vocabulary[i * 7] ?? ''}" AND "crane" *`);
    const queryMs = (performance.now() - asked) / 100;
    for (const spelling of Object.values(spellings)) insert.run(null, toIndex(spelling));
    const missed = Object.keys(spellings).filter((word) => query.get(`"${word}"`)?.['found'] === 0);
    db.close();
    const megabytes = statSync(file).size / 1e6;
    console.log(
      `${records} records, ${name}: indexed in ${indexMs.toFixed(0)} ms, ${megabytes.toFixed(1)} MB, query ${queryMs.toFixed(2)} ms, misses: ${missed.join(' ') || 'none'}`,
    );
    rmSync(folder, { recursive: true });
  }
