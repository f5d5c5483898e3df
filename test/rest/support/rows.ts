/** The endpoint table for the generated tests: each row's name, parameters, fields and a call that succeeds. */
import * as z from 'zod';
import { endpoints, type EndpointName } from '../../../shared/rest/rest.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import { scenarios } from '../scenarios/all.ts';
import { nothing, type CallOptions, type Site } from './site.ts';

export interface TableRow {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
}

export const rows: readonly TableRow[] = (Object.keys(endpoints) as EndpointName[]) // the keys of the very object that the type is taken from
  .map((name) => ({ name, endpoint: endpoints[name] }));

export function paramsOf({ path }: Endpoint): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => String(param));
}

/** Unknown ids, so that a caller with the permission changes nothing either. */
export function idle(endpoint: Endpoint): Readonly<Record<string, string>> {
  return Object.fromEntries(paramsOf(endpoint).map((param) => [param, nothing]));
}

export function readsBody({ fields, body }: Endpoint): boolean {
  return fields !== undefined || body !== undefined;
}

/** The fields that a body of the row may have, from both halves of its schema. */
export function bodyShape({ fields, body }: Endpoint): Readonly<Record<string, z.ZodType>> {
  const shape = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
    schema instanceof z.ZodObject ? schema.shape : {};
  return { ...shape(fields), ...shape(body) };
}

/** A successful call of the row, from its first successful scenario; prepared anew for each call. */
export async function successOf(name: EndpointName, site: Site): Promise<CallOptions> {
  const scenario = scenarios.find(({ endpoint, status }) => endpoint === name && status < 300);
  if (!scenario) throw new Error(`${name} has no scenario in which it succeeds`);
  return (await scenario.given?.(site)) ?? {};
}

/** The JSON body of the call; empty if it has none. */
export function sentBy({ body }: CallOptions): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null && !(body instanceof FormData) ? { ...body } : {};
}
