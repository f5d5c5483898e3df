/**
 * Every shape that a released app or server relies on, as JSON schemas: bodies of replicated kinds, the fields and arguments of commands,
 * and the messages of the protocol. And what of them does not fit what was released.
 */
import * as z from 'zod';
import { commandSchema } from '../../../shared/model/command.ts';
import type { Json } from '../../../shared/base/json.ts';
import { comparedSchemas } from '../../openapi/support/breaking-schemas.ts';
import { tidy } from '../../../server/docs/openapi/tidy.ts';
import type { Schema, Schemas } from '../../../server/docs/openapi/types.ts';
import { replicatedKinds, resourceOf } from '../../../shared/resources/index.ts';
import { queuedCommand } from '../../../shared/sync/command-identity.ts';
import * as sync from '../../../shared/sync/sync.ts';

/** `sent` = what an older app sends must still be taken. `read` = what it is sent must still be what it knows. */
type Direction = 'sent' | 'read';

export interface Shapes {
  readonly sent: Schemas;
  readonly read: Schemas;
}

export function shapesNow(): Shapes {
  const kinds = replicatedKinds.map((kind) => resourceOf(kind));
  const actions = kinds.flatMap(({ kind, actions: of }) =>
    Object.entries(of).map(([name, { args }]) => [`act ${kind} ${name}`, drawn(args(), 'input')] as const),
  );
  return {
    sent: Object.fromEntries([
      ...kinds.map(({ kind, schema }) => [`record ${kind}`, drawn(schema, 'input')] as const),
      ...actions,
      ['command', drawn(commandSchema(), 'input')],
      ['hello', drawn(sync.helloRequest(), 'input')],
      ['queued command', drawn(queuedCommand(), 'input')],
      ['push', drawn(sync.pushRequest(), 'input')],
      ['pull', drawn(sync.pullRequest(), 'input')],
      ['stream', drawn(sync.streamHello(), 'input')],
      ['frame', drawn(sync.deviceFrame(), 'input')],
    ]),
    read: Object.fromEntries([
      ...kinds.map(({ kind, schema }) => [`record ${kind}`, drawn(schema, 'output')] as const),
      ['hello', drawn(sync.helloReply(), 'output')],
      ['push', drawn(sync.pushReply(), 'output')],
      ['pull', drawn(sync.pullReply(), 'output')],
      ['stream', drawn(sync.serverFrame(), 'output')],
    ]),
  };
}

/** What an app or a server of `released` could not live with, in words. */
export function misfits(released: Shapes, now: Shapes): readonly string[] {
  return [...compared(released.sent, now.sent, 'sent'), ...compared(released.read, now.read, 'read')];
}

function compared(before: Schemas, after: Schemas, direction: Direction): readonly string[] {
  return Object.entries(before).flatMap(([name, was]) => {
    const is = after[name];
    if (!is) return [`${name} is gone`];
    return comparedSchemas({ was: opened(was), is: opened(is), before: {}, after: {} }, direction, name);
  });
}

function drawn(schema: z.ZodType, io: 'input' | 'output'): Schema {
  // What zod makes is JSON, but its type says more.
  return tidy(JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))) as Json);
}

/** Alternatives and maps as properties with names of their own, so that they are compared like everything else. */
function opened(schema: Schema): Schema {
  const { anyOf, oneOf, additionalProperties, properties, items, ...others } = schema as Schema & {
    readonly oneOf?: readonly Schema[];
    readonly additionalProperties?: Schema | boolean;
  };
  const options = [...(anyOf ?? []), ...(oneOf ?? [])];
  const isNullable = options.length === 2 && options.some(({ type }) => type === 'null');
  const [only] = options.filter(({ type }) => type !== 'null');
  if (isNullable && only) return { ...others, ...opened(only), type: [...typesOf(opened(only)), 'null'] };
  const inner = {
    ...Object.fromEntries(Object.entries(properties ?? {}).map(([name, field]) => [name, opened(field)])),
    ...Object.fromEntries(options.map((option, i) => [`|${labelOf(option) ?? i}`, opened(option)])),
    ...(typeof additionalProperties === 'object' ? { '*': opened(additionalProperties) } : {}),
  };
  return {
    ...others,
    ...(Object.keys(inner).length > 0 ? { properties: inner } : {}),
    ...(items ? { items: opened(items) } : {}),
  };
}

/** The one constant that tells an alternative from the others, such as `op`. */
function labelOf({ properties = {} }: Schema): string | undefined {
  return Object.values(properties)
    .map((field) => field.const)
    .find((value) => typeof value === 'string');
}

function typesOf({ type }: Schema): readonly string[] {
  return typeof type === 'string' ? [type] : (type ?? []);
}
