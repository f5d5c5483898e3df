/** All migrations in order. Imported, not read from a folder, so that a bundled server has them. One that has been released never changes. */
import type { Migration } from 'kysely/migration';
import { schemaWords, type Engine } from '../engine/engine.ts';
import { records } from './0001-records.ts';
import { log } from './0002-log.ts';
import { access } from './0003-access.ts';
import { queues } from './0004-queues.ts';
import { idempotency } from './0005-idempotency.ts';
import { search } from './0006-search.ts';
import { identity } from './0007-identity.ts';
import { notifications } from './0008-notifications.ts';
import { webhooks } from './0009-webhooks.ts';
import { mailQueue } from './0010-mail.ts';
import { searchMerge } from './0012-search-merge.ts';
import { scopes } from './0013-scopes.ts';
import { evolution } from './0014-evolution.ts';
import { contractorPart } from './0015-contractor-part.ts';
import { lighterWrites } from './0016-lighter-writes.ts';
import { answers } from './0017-answers.ts';
import { clientKeys } from './0018-client-keys.ts';

export function migrationsFor(engine: Engine): Record<string, Migration> {
  const words = schemaWords[engine];
  return {
    '0001-records': { up: (db) => records(db, words) },
    '0002-log': { up: (db) => log(db, words, engine) },
    '0003-access': { up: (db) => access(db, words) },
    '0004-queues': { up: (db) => queues(db, words) },
    '0005-idempotency': { up: (db) => idempotency(db, words) },
    '0006-search': { up: (db) => search(db, words, engine) },
    '0007-identity': { up: (db) => identity(db, words) },
    '0008-notifications': { up: (db) => notifications(db, words) },
    '0009-webhooks': { up: (db) => webhooks(db, words, engine) },
    '0010-mail': { up: (db) => mailQueue(db, words) },
    '0012-search-merge': { up: (db) => searchMerge(db, words, engine) },
    '0013-scopes': { up: (db) => scopes(db, words, engine) },
    '0014-evolution': { up: (db) => evolution(db, words) },
    '0015-contractor-part': { up: (db) => contractorPart(db, words) },
    '0016-lighter-writes': { up: (db) => lighterWrites(db, words, engine) },
    '0017-answers': { up: (db) => answers(db, words) },
    '0018-client-keys': { up: (db) => clientKeys(db, words) },
  };
}
