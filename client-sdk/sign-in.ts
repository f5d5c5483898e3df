/** Signing in to the office from a page of the server's own origin: the browser keeps the session in a cookie that no script can read. */
import type * as z from 'zod';
import type { ParamsOf } from '../shared/rest/rest.ts';
import { signInEndpoints, type SignInEndpoints } from '../shared/rest/sign-in.ts';
import { callEndpoint, type Connection, type LooseInput } from './rest.ts';

type Sent<Name extends keyof SignInEndpoints> = ParamsOf<SignInEndpoints[Name]['path']> &
  (SignInEndpoints[Name] extends { readonly body: infer Schema extends z.ZodType }
    ? { readonly body: z.input<Schema> }
    : unknown);

type Received<Name extends keyof SignInEndpoints> = SignInEndpoints[Name]['reply'] extends infer Schema
  ? Schema extends z.ZodType
    ? z.output<Schema>
    : null
  : never;

/** Throws a Problem for every answer that is not a success, and what `fetch` throws when there is none. */
export type SignInClient = { readonly [Name in keyof SignInEndpoints]: (input: Sent<Name>) => Promise<Received<Name>> };

export function signInClient(connection: Connection): SignInClient {
  const methods = Object.entries(signInEndpoints).map(([name, endpoint]) => [
    name,
    (input: LooseInput = {}) => callEndpoint(endpoint, connection, input),
  ]);
  return Object.fromEntries(methods) as SignInClient; // each method is made from the row that types it
}
