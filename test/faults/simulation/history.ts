/**
 * What happened, in one order: every request at the server's own door with the answer that it truly gave, whatever became of it on the
 * way back. What the server acknowledges goes into the model; a command that arrives again must get the very answer of before.
 */
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Command } from '../../../shared/command.ts';
import type { MutationResult, PushReply } from '../../../shared/sync.ts';
import type { Got, Sent } from '../../kit/weather.ts';
import type { World } from '../../kit/world.ts';
import { plain, ruleOf } from './merge-oracle.ts';
import { Model, type Outcome } from './model.ts';

export interface Taken {
  readonly clientId: string;
  readonly command: Command;
  readonly result: MutationResult;
}

export class History {
  readonly model = new Model();
  /** Every command that the server has answered, once. */
  readonly taken: Taken[] = [];
  /** For whoever replays a seed; also part of its digest. */
  readonly lines: string[] = [];
  /** The first thing that was wrong: a tablet takes an error on its way for a bad network. */
  fault: unknown;
  readonly #world: World;
  readonly #answers = new Map<string, MutationResult>();

  constructor(world: World) {
    this.#world = world;
  }

  note(line: string): void {
    this.lines.push(line);
  }

  /** To the server and back, and nothing in between. */
  async deliver(sent: Sent): Promise<Got> {
    try {
      return await this.#deliver(sent);
    } catch (error) {
      this.fault ??= error;
      throw error;
    }
  }

  async #deliver(sent: Sent): Promise<Got> {
    const response = await fetch(new URL(sent.path, this.#world.url), {
      method: sent.method,
      headers: sent.headers,
      ...(sent.body.length === 0 ? {} : { body: sent.body }),
    });
    const got = {
      status: response.status,
      headers: { 'content-type': response.headers.get('content-type') ?? '' },
      text: await response.text(),
    };
    if (got.status >= 500) throw new Error(`${sent.path} answered ${got.status}: ${got.text}`);
    if (got.status === 200 && sent.path === '/api/v1/sync/push') this.#takePush(sent, got);
    return got;
  }

  /** A change through REST, which the server has said yes to. */
  takeRest(command: Command): void {
    this.note(`office ${command.op} ${command.kind} ${command.op === 'act' ? command.action : ''}`);
    this.model.take(command, { status: this.#isEmpty(command) ? 'noop' : 'applied', conflicts: [] });
  }

  /** An edit that leaves everything as it stands is welcome even where a document is locked. */
  #isEmpty(command: Command): boolean {
    if (command.op !== 'patch') return false;
    const { fields } = this.model.record(command.id);
    return Object.entries(command.set).every(([field, value]) =>
      isDeepStrictEqual(plain(ruleOf(command.kind, field), value ?? null), fields[field] ?? null),
    );
  }

  #takePush(sent: Sent, got: Got): void {
    const { client_id: clientId, mutations } = JSON.parse(textOf(sent)) as {
      readonly client_id: string;
      readonly mutations: readonly { readonly id: number; readonly command: Command }[];
    }; // a device sends nothing else
    const { results } = JSON.parse(got.text) as PushReply; // the protocol's own answer
    for (const { id, command } of mutations) {
      const result = results.find((each) => each.id === id);
      if (!result) throw new Error(`command ${id} of ${clientId} has no answer`);
      const key = `${clientId} ${id}`;
      const before = this.#answers.get(key);
      if (before) {
        if (!isDeepStrictEqual(before, result)) throw new Error(`command ${key} got another answer the second time`);
        continue;
      }
      this.#answers.set(key, result);
      this.taken.push({ clientId, command, result });
      this.note(`server ${result.status} ${command.op} ${command.kind} ${result.problem?.code ?? ''}`);
      if (result.status !== 'refused') this.model.take(command, outcomeOf(result));
    }
  }
}

function textOf({ headers, body }: Sent): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : Buffer.from(body)).toString();
}

function outcomeOf({ status, conflicts = [] }: MutationResult): Outcome {
  if (status === 'refused' || status === 'deferred') throw new Error(`“${status}” changes nothing`);
  return { status, conflicts };
}
