/** One row of a scenario table: a call, its response, and exactly the events that it emits. */
import { expect } from 'vitest';
import type { EventName } from '../../../shared/model/event.ts';
import type { ProblemBody, ProblemCode } from '../../../shared/model/problem.ts';
import { endpoints, type EndpointName } from '../../../shared/rest/rest.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import type { Answer } from '../../kit/world.ts';
import { requireProblem, type Outcome, type Reply } from './outcome.ts';
import type { CallOptions, Site } from './site.ts';

/** `check` gets the endpoint's reply, or the problem if the call is refused. */
export type Scenario = { readonly [Name in EndpointName]: Success<Name> }[EndpointName] | Refusal;

/** For several similar endpoints: `check` gets the common part of their replies. */
export type ScenarioOf<Names extends EndpointName> = Success<Names> | Refusal;

interface Row<Name extends EndpointName, Body> {
  /** `[R1] sentence` */
  readonly title: string;
  readonly endpoint: Name;
  /** Sets up the state; returns the call. */
  readonly given?: (site: Site) => CallOptions | Promise<CallOptions>;
  /** A method, so that a row of one endpoint is also a row of any endpoint: `play` passes each row its own response. */
  check?(answer: Answer<Body>, site: Site, given: CallOptions): unknown;
}

interface Success<Name extends EndpointName> extends Row<Name, Reply<Name>> {
  readonly status: Endpoint['status'];
  readonly emits?: readonly EventName[];
}

/** A refused call emits no events. */
export interface Refusal extends Row<EndpointName, ProblemBody> {
  readonly status: 401 | 403 | 404 | 409 | 410 | 412 | 413 | 415 | 422 | 428;
  readonly code?: ProblemCode;
  /** Pointers or parameter names of the problem's `errors`, in order. */
  readonly at?: readonly string[];
}

export async function play(scenario: Scenario, site: Site): Promise<void> {
  const row: Success<EndpointName> | Refusal = scenario;
  const given = (await row.given?.(site)) ?? {};
  const { result: answer, events } = await site.eventsOf(() => site.call(row.endpoint, given));
  expect(answer.status, answer.text).toBe(row.status);
  if (isRefusal(row)) {
    expect(events).toEqual([]);
    await row.check?.(requireRefusal(row, answer), site, given);
  } else {
    expect(events).toEqual(row.emits ?? []);
    await row.check?.(requireSuccess(row, answer, events), site, given);
  }
}

function isRefusal(row: Success<EndpointName> | Refusal): row is Refusal {
  return row.status >= 400;
}

function requireRefusal({ code, at }: Refusal, answer: Outcome<EndpointName>): Answer<ProblemBody> {
  if (answer.ok) throw new Error('this is no refusal');
  const problem = requireProblem(answer);
  if (code) expect(problem.code).toBe(code);
  if (at) expect(problem.errors?.map(({ pointer, parameter }) => pointer ?? parameter)).toEqual(at);
  return answer;
}

function requireSuccess<Name extends EndpointName>(
  { endpoint: name }: Success<Name>,
  answer: Outcome<Name>,
  events: readonly EventName[],
): Answer<Reply<Name>> {
  if (!answer.ok) throw new Error('this is no success');
  const endpoint: Endpoint = endpoints[name];
  expect(endpoint.emits).toEqual(expect.arrayContaining([...events]));
  if (endpoint.reply === 'nothing') expect(answer.text).toBe('');
  if (typeof endpoint.reply !== 'string')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return answer;
}
