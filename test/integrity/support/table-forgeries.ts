/** What a forger does to the tables themselves, and to the totals that triggers keep. */
import { run, type Forgery } from './forger.ts';

export const tableForgeries: readonly Forgery[] = [
  {
    name: 'a trigger added',
    forge: run('create trigger sneaky after insert on record begin update token set revoked_at = null; end'),
    finds: /trigger sneaky is not one of this release/,
  },
  {
    name: 'an index made another',
    forge: run('drop index record_by_seq', 'create index record_by_seq on record (org_id, seq)'),
    finds: /index record_by_seq is not as this release makes it/,
  },
  {
    name: 'an index dropped',
    forge: run('drop index record_one_version'),
    finds: /index record_one_version is missing/,
  },
  {
    name: 'the totals of lists',
    forge: run(`update record_count set total = 9 where kind = 'incident'`),
    finds: /total of incident is not the number of its records/,
  },
  {
    name: 'the totals of lists deleted',
    forge: run('delete from record_count'),
    finds: /total of document is not the number of its records/,
  },
];
