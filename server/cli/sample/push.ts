/** The sync door as the loader uses it: one load is one device, whose commands are numbered from 1. */
import type { JsonObject } from '../../../shared/json.ts';
import { limits, pushReply, schemaVersion } from '../../../shared/sync.ts';
import type { Door } from './door.ts';

export interface Creation {
  readonly kind: string;
  readonly id: string;
  readonly set: JsonObject;
  /** Names the record for people, should it be refused. */
  readonly what: string;
  readonly at?: string;
}

export interface Pusher {
  push(creations: readonly Creation[]): Promise<void>;
}

export function openPusher(door: Door, clientId: string): Pusher {
  let last = 0;
  return {
    push: async (creations) => {
      for (let from = 0; from < creations.length; from += limits.max_mutations) {
        const some = creations.slice(from, from + limits.max_mutations);
        const mutations = some.map(({ kind, id, set, at }) => ({
          id: ++last,
          ...(at ? { at } : {}),
          command: { op: 'create', kind, id, set },
        }));
        const body = { client_id: clientId, schema: schemaVersion, mutations };
        const { results } = pushReply.parse(await door.write('POST', '/sync/push', 'a push', body));
        const refused = results.find((result) => result.status === 'refused');
        if (!refused) continue;
        const { what } = some.find(({ id }) => id === refused.record_id) ?? { what: refused.record_id };
        throw new Error(`${what} was refused: ${reasons(refused.problem)}`);
      }
    },
  };
}

function reasons(problem: { readonly detail: string; readonly [member: string]: unknown } | undefined): string {
  const errors: readonly unknown[] = Array.isArray(problem?.['errors']) ? problem['errors'] : [];
  return [problem?.detail ?? 'no reason given', ...errors.map((error) => JSON.stringify(error))].join(' · ');
}
