/** A device without an SDK: commands and cursors spoken straight over the protocol, for tests of the server's own promises. */
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { CommandResult, PullOp, PullReply, PushReply } from '../../shared/sync/sync.ts';
import type { Answer, World } from './world.ts';

export interface Sent {
  readonly id: string;
  readonly prev?: string | null;
  readonly command: Command;
  readonly txn?: string;
  readonly depends_on?: readonly string[];
  readonly author?: object;
}

export interface BareDevice {
  /** Gives the commands ids and predecessors, and sends them in one push; in more if one decides on what an earlier one submits. */
  push(commands: readonly Command[], more?: Partial<Sent>): Promise<readonly CommandResult[]>;
  /** The id of the device's n-th command, for tests that choose which is sent when. */
  id(n: number): string;
  /** Sends exactly these; a number as an id, or in `depends_on`, means that command of the device. */
  send(
    commands: readonly object[],
    more?: object,
  ): Promise<Answer<PushReply & { code?: string; missing?: readonly string[] }>>;
  /** Everything from the last cursor on, page by page. */
  pull(limit?: number): Promise<readonly PullOp[]>;
}

/** As a device would queue it, with an id of its own. */
export function queued(world: World, command: unknown, more: object = {}): object {
  return { id: world.app.commitContext.newId(), command, ...more };
}

export function bareDevice(world: World, token = world.adminToken): BareDevice {
  const headers = { authorization: `Bearer ${token}` };
  let prev: string | null = null;
  let cursor: string | null = null;

  const ids = new Map<number, string>();
  const id = (n: number): string => {
    const known = ids.get(n) ?? world.app.commitContext.newId();
    ids.set(n, known);
    return known;
  };
  const named = (command: { readonly id?: unknown; readonly depends_on?: readonly unknown[] }): object => ({
    ...command,
    id: typeof command.id === 'number' ? id(command.id) : command.id,
    ...(command.depends_on ? { depends_on: command.depends_on.map((n) => (typeof n === 'number' ? id(n) : n)) } : {}),
  });
  const send: BareDevice['send'] = (commands, more = {}) =>
    world.api('POST', '/api/v1/sync/push', { schema: 1, commands: commands.map(named), ...more }, headers);

  async function sendAll(commands: readonly Command[], more: Partial<Sent>): Promise<readonly CommandResult[]> {
    if (commands.length === 0) return [];
    const sent = commands.map((command) => {
      const each = { id: world.app.commitContext.newId(), prev, command, ...more };
      prev = each.id;
      return each;
    });
    const answer = await send(sent);
    if (answer.status !== 200) throw new Error(`push answered ${answer.status}: ${answer.text}`);
    return answer.body.results;
  }

  return {
    id,
    send,
    push: async (commands, more = {}) => {
      const results: CommandResult[] = [];
      let waiting: Command[] = [];
      for (const command of commands) {
        if (isUnseenDecision(command)) {
          results.push(...(await sendAll(waiting, more)));
          waiting = [];
        }
        waiting.push(await withSeen(world, command));
      }
      return [...results, ...(await sendAll(waiting, more))];
    },
    pull: async (limit = 1000) => {
      const ops: PullOp[] = [];
      for (let more = true; more;) {
        const { body } = await world.api<PullReply>('POST', '/api/v1/sync/pull', { cursor, limit }, headers);
        ops.push(...body.ops);
        ({ cursor, more } = body);
      }
      return ops;
    },
  };
}

function isUnseenDecision(command: Command): boolean {
  if (command.op !== 'act' || command.kind !== 'document') return false;
  return ['approve', 'reject'].includes(command.action) && command.args['content_hash'] === undefined;
}

/** A decision says what its author saw: here what was submitted. */
async function withSeen(world: World, command: Command): Promise<Command> {
  if (command.op !== 'act' || !isUnseenDecision(command)) return command;
  const { body } = await world.api<{ version?: number; review_rounds?: { content_hash: string }[] }>(
    'GET',
    `/api/v1/documents/${command.id}`,
  );
  const seen = { version: body.version ?? 1, content_hash: body.review_rounds?.at(-1)?.content_hash ?? 'sha256:none' };
  return { ...command, args: { ...seen, ...command.args } };
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

/** A frame with which the stream says no more than that it is still there: how many come is a matter of time. */
export function isBeat(frame: unknown): boolean {
  return String(frame) === '{"type":"beat"}';
}
