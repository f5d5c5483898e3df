/** One row of a scenario table: a call, what it answers, and the events that it fires, these and no others. */
import { expect } from 'vitest';
import * as z from 'zod';
import type { EventName } from '../../../shared/event.ts';
import type { ProblemCode } from '../../../shared/problem.ts';
import { endpoints, type EndpointName } from '../../../shared/rest.ts';
import type { Endpoint } from '../../../shared/rest-endpoint.ts';
import type { Answer } from '../../kit/world.ts';
import type { CallOptions, Loose, Site } from './site.ts';

export interface Scenario {
  /** `[R1] sentence` */
  readonly title: string;
  readonly endpoint: EndpointName;
  /** What is given, and then called. */
  readonly given?: (site: Site) => CallOptions | Promise<CallOptions>;
  readonly status: number;
  readonly code?: ProblemCode;
  /** Of the problem's `errors`, in their order: pointers or names of parameters. */
  readonly at?: readonly string[];
  readonly emits?: readonly EventName[];
  readonly check?: (answer: Answer<Loose>, site: Site, given: CallOptions) => unknown;
}

export async function play(scenario: Scenario, site: Site): Promise<void> {
  const endpoint: Endpoint = endpoints[scenario.endpoint];
  const given = (await scenario.given?.(site)) ?? {};
  let answer: Answer<Loose> | undefined;
  const emitted = await site.eventsOf(async () => {
    answer = await site.call(scenario.endpoint, given);
  });
  if (!answer) throw new Error('no answer');
  requireStatus(answer, scenario.status);
  expect(emitted).toEqual(scenario.emits ?? []);
  expect(endpoint.emits).toEqual(expect.arrayContaining([...emitted]));
  if (answer.status < 300) fits(endpoint, answer);
  else isProblem(answer);
  if (scenario.code) expect(answer.body.code).toBe(scenario.code);
  if (scenario.at)
    expect(answer.body.errors.map((error: Loose) => error.pointer ?? error.parameter)).toEqual(scenario.at);
  await scenario.check?.(answer, site, given);
}

/** The answer is what the table says, member by member, and says nothing else. */
function fits(endpoint: Endpoint, answer: Answer<Loose>): void {
  if (endpoint.reply === 'nothing') expect(answer.text).toBe('');
  if (typeof endpoint.reply === 'string') return;
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const reply = endpoint.reply instanceof z.ZodObject ? endpoint.reply.strict() : endpoint.reply;
  expect(reply.safeParse(answer.body).error?.issues).toBeUndefined();
}

/** Says what was answered instead. */
export function requireStatus({ status, text }: Answer<Loose>, expected: number): void {
  if (status !== expected) throw new Error(`expected ${expected}, was answered ${status}: ${text}`);
}

export function isProblem(answer: Answer<Loose>): void {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const { type, title, status, detail, code, instance, request_id } = answer.body;
  expect({ title, detail, code, instance }).toEqual({
    title: expect.any(String),
    detail: expect.any(String),
    code: expect.any(String),
    instance: expect.stringMatching(/^\//),
  });
  expect(type).toMatch(new RegExp(`/problems/${code}$`));
  expect(status).toBe(answer.status);
  expect(request_id).toBe(answer.headers.get('x-request-id'));
  expect(answer.text).not.toMatch(/\.ts:\d|node_modules|at \w+ \(/);
}
