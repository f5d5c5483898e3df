/** A device without an SDK: commands and cursors spoken straight over the protocol, for tests of the server's own promises. */
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { MutationResult, PullOp, PullReply, PushReply } from '../../shared/sync/sync.ts';
import type { Answer, World } from './world.ts';

export interface Sent {
  readonly id: number;
  readonly command: Command;
  readonly txn?: string;
  readonly depends_on?: readonly number[];
}

export interface BareDevice {
  readonly clientId: string;
  /** Numbers the commands and sends them in one push. */
  push(commands: readonly Command[], more?: Partial<Sent>): Promise<readonly MutationResult[]>;
  /** Sends exactly these, whatever their numbers. */
  send(mutations: readonly object[]): Promise<Answer<PushReply & { code?: string; expected?: number }>>;
  /** Everything from the last cursor on, page by page. */
  pull(limit?: number): Promise<readonly PullOp[]>;
}

export function bareDevice(world: World, token = world.adminToken): BareDevice {
  const clientId = world.app.commitContext.newId();
  const headers = { authorization: `Bearer ${token}` };
  let last = 0;
  let cursor: string | null = null;

  const send: BareDevice['send'] = (mutations) =>
    world.api('POST', '/api/v1/sync/push', { client_id: clientId, schema: 1, mutations }, headers);

  return {
    clientId,
    send,
    push: async (commands, more = {}) => {
      const answer = await send(commands.map((command) => ({ id: ++last, command, ...more })));
      if (answer.status !== 200) throw new Error(`push answered ${answer.status}: ${answer.text}`);
      return answer.body.results;
    },
    pull: async (limit = 1000) => {
      const ops: PullOp[] = [];
      for (let more = true; more;) {
        const { body } = await world.api<PullReply>(
          'POST',
          '/api/v1/sync/pull',
          { client_id: clientId, cursor, limit },
          headers,
        );
        ops.push(...body.ops);
        ({ cursor, more } = body);
      }
      return ops;
    },
  };
}

export function create(kind: string, id: string, set: JsonObject): Command {
  return { op: 'create', kind, id, set };
}

export function patch(kind: string, id: string, set: JsonObject, was?: JsonObject): Command {
  return { op: 'patch', kind, id, set, was };
}

export function act(kind: string, id: string, action: string, args: JsonObject = {}): Command {
  return { op: 'act', kind, id, action, args };
}

/** A document with one hazard, approved as version 1 where asked; returns the ids. */
export async function documentWithHazard(
  world: World,
  device: BareDevice,
  approved = false,
): Promise<{ documentId: string; hazardId: string }> {
  const [documentId, hazardId] = [world.app.commitContext.newId(), world.app.commitContext.newId()];
  const commands: Command[] = [
    create('document', documentId, { title: 'Glulam lift', document_type: 'rams' }),
    create('hazard', hazardId, {
      document_id: documentId,
      name: 'Falling load',
      severity_before: 5,
      likelihood_before: 3,
    }),
  ];
  if (approved) commands.push(act('document', documentId, 'submit_review'), act('document', documentId, 'approve'));
  const results = await device.push(commands);
  const refused = results.find((result) => result.status === 'refused');
  if (refused) throw new Error(`not set up: ${refused.problem?.detail}`);
  return { documentId, hazardId };
}
