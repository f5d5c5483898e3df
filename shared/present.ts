/** From a record to the wire: exactly the fields of the reply's schema, with null where a field was never set. */
import type * as z from 'zod';
import type { Actor } from './model/access.ts';
import type { JsonObject } from './base/json.ts';
import type { StoredRecord } from './model/record.ts';
import { resourceOf } from './resources/index.ts';
import { visibleBody } from './visible.ts';

/** `more` = fields that are not in the record itself, such as its position in a list. */
export function present<Shape extends z.ZodObject>(
  reply: Shape,
  record: StoredRecord,
  more: JsonObject = {},
): z.output<Shape> {
  const known: JsonObject = {
    ...record.body,
    ...resourceOf(record.kind).derive?.(record.body),
    id: record.id,
    created_at: record.created_at,
    updated_at: record.updated_at,
    created_by: record.created_by,
    revision: record.rev,
    ...more,
  };
  const shown: Record<string, unknown> = {};
  for (const { name, takesNull } of fieldsOf(reply)) {
    if (known[name] !== undefined) shown[name] = known[name];
    else if (takesNull) shown[name] = null;
  }
  return shown as z.output<Shape>; // the body was parsed by the kind's schema, of which the reply is made
}

/** The record without what is confidential to this actor. */
export function seenBy(actor: Actor, record: StoredRecord): StoredRecord {
  return { ...record, body: visibleBody(record.kind, record.body, actor) };
}

interface Field {
  readonly name: string;
  readonly takesNull: boolean;
}

const fieldsByReply = new WeakMap<z.ZodObject, readonly Field[]>();

function fieldsOf(reply: z.ZodObject): readonly Field[] {
  const known = fieldsByReply.get(reply);
  if (known) return known;
  const fields = Object.entries(reply.shape).map(([name, field]) => {
    const schema = field as z.ZodType; // every member of a zod object is a schema
    return { name, takesNull: schema.safeParse(null).success };
  });
  fieldsByReply.set(reply, fields);
  return fields;
}
