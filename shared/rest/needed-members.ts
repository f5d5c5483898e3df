/** What a reply always has: an answer without it is not the server's. Without zod itself, which pages do not load for this. */
import type * as z from 'zod';

/** Names of the members that may not be absent; none where the reply is no object. */
export function neededMembers(reply: z.ZodType): readonly string[] {
  const { shape = {} } = reply as Partial<z.ZodObject>; // of other schemas it is undefined
  return Object.entries(shape).flatMap(([name, member]) => (member.safeParse(undefined).success ? [] : [name]));
}
