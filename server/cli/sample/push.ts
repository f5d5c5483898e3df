/** Sync push for the loader: one load acts as one device. */
import type { Command } from '../../../shared/model/command.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { QueuedCommand } from '../../../shared/sync/command-identity.ts';
import { limits, pushReply, schemaVersion } from '../../../shared/sync/sync.ts';
import type { Api } from '../api.ts';

export interface Change {
  readonly command: Command;
  /** Names the record in error messages. */
  readonly what: string;
  readonly at?: string;
}

export interface Pusher {
  push(changes: readonly Change[]): Promise<void>;
  /** All of the commands or none; at most as many as fit into one push. */
  pushWhole(commands: readonly Command[], what: string): Promise<void>;
}

type Sent = Omit<QueuedCommand, 'command'> & { readonly command: Command };

export function openPusher(api: Api, newId: () => string): Pusher {
  let prev: string | null = null;

  function queued(command: Command, more: Pick<QueuedCommand, 'made_at' | 'txn'>): Sent {
    const id = newId();
    const sent = { id, prev, command, ...more };
    prev = id;
    return sent;
  }

  async function send(commands: readonly Sent[], nameOf: (recordId: string) => string | undefined): Promise<void> {
    const body = { schema: schemaVersion, commands: commands as unknown as readonly JsonObject[] }; // commands are JSON
    const { results } = pushReply().parse(await api.write('POST', '/sync/push', 'a push', body));
    const refused = results.filter((result) => result.status === 'refused');
    // In a refused group, only the command at fault says why.
    const culprit = refused.find(({ problem }) => problem?.code !== 'txn_refused') ?? refused[0];
    if (!culprit) return;
    throw new Error(`${nameOf(culprit.record_id) ?? culprit.record_id} was refused: ${reasons(culprit.problem)}`);
  }

  return {
    push: async (changes) => {
      for (let from = 0; from < changes.length; from += limits.max_commands) {
        const some = changes.slice(from, from + limits.max_commands);
        const commands = some.map(({ command, at }) => queued(command, at ? { made_at: at } : {}));
        await send(commands, (recordId) => some.find(({ command }) => command.id === recordId)?.what);
      }
    },
    pushWhole: (commands, what) =>
      send(
        commands.map((command) => queued(command, { txn: commands[0]?.id })),
        () => what,
      ),
  };
}

function reasons(problem: { readonly detail: string; readonly [member: string]: unknown } | undefined): string {
  const errors: readonly unknown[] = Array.isArray(problem?.['errors']) ? problem['errors'] : [];
  return [problem?.detail ?? 'no reason given', ...errors.map((error) => JSON.stringify(error))].join(' · ');
}
