/** One command as it arrived: readable, or refused by itself with the reason, so that its neighbours pass. */
import type * as z from 'zod';
import { isJsonObject } from '../../shared/json.ts';
import { Problem } from '../../shared/problem.ts';
import type { Mutation } from '../../shared/sync.ts';
import { parse } from '../../shared/validation.ts';

export interface Arrival {
  readonly id: number;
  readonly txn: string | null;
  readonly kind: string;
  readonly recordId: string;
  readonly raw: unknown;
  readonly mutation?: Mutation;
  readonly problem?: Problem;
}

export function readPush(
  schema: z.ZodType<Mutation>,
  raw: { readonly id: number; readonly [member: string]: unknown },
): Arrival {
  const command = isJsonObject(raw['command']) ? raw['command'] : {};
  const head = {
    id: raw.id,
    txn: typeof raw['txn'] === 'string' ? raw['txn'] : null,
    kind: typeof command['kind'] === 'string' ? command['kind'] : '',
    recordId: typeof command['id'] === 'string' ? command['id'] : '',
    raw,
  };
  try {
    return { ...head, mutation: parse(schema, raw) };
  } catch (error) {
    if (error instanceof Problem) return { ...head, problem: error };
    throw error;
  }
}
