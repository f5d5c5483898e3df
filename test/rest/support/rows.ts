/** The endpoint table as the generated tests walk it: every row by its name, its parameters, its members, and a call that succeeds. */
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

/** What a body of the row may hold, in the words of both halves of its schema. */
export function bodyShape({ fields, body }: Endpoint): Readonly<Record<string, z.ZodType>> {
  const shape = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
    schema instanceof z.ZodObject ? schema.shape : {};
  return { ...shape(fields), ...shape(body) };
}

/** How the row is called with success, by its first scenario that says so; prepared anew at each call. */
export async function successOf(name: EndpointName, site: Site): Promise<CallOptions> {
  const scenario = scenarios.find(({ endpoint, status }) => endpoint === name && status < 300);
  if (!scenario) throw new Error(`${name} has no scenario in which it succeeds`);
  return (await scenario.given?.(site)) ?? {};
}

/** The JSON of the call; empty where it has none. */
export function sentBy({ body }: CallOptions): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null && !(body instanceof FormData) ? { ...body } : {};
}
