/** The result of a call, typed by the endpoint table: the reply of its row, or a problem (contract, REST). */
import { expect } from 'vitest';
import * as z from 'zod';
import type { ProblemBody } from '../../../shared/model/problem.ts';
import { endpoints, type EndpointName, type ReplyOf } from '../../../shared/rest/rest.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import type { Answer } from '../../kit/world.ts';

/** Null if the response is empty or a file: those are checked by their headers. */
export type Reply<Name extends EndpointName> = ReplyOf<Name, null>;

interface Success<Name extends EndpointName> extends Answer<Reply<Name>> {
  readonly ok: true;
}

interface Refusal extends Answer<ProblemBody> {
  readonly ok: false;
}

export type Outcome<Name extends EndpointName> = Success<Name> | Refusal;

const fieldProblem = z.object({
  pointer: z.string().exactOptional(),
  parameter: z.string().exactOptional(),
  header: z.string().exactOptional(),
  code: z.string(),
  detail: z.string(),
});

const problemBody = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  instance: z.string().startsWith('/'),
  request_id: z.string(),
  errors: z.array(fieldProblem).exactOptional(),
});

/** Throws if the response is neither of the two. */
export function outcomeOf<Name extends EndpointName>(name: Name, answer: Answer<unknown>): Outcome<Name> {
  return answer.status < 300
    ? { ...answer, ok: true, body: replyTo(name, answer.body) }
    : { ...answer, ok: false, body: problemBody.parse(answer.body) };
}

/** The body, validated to have exactly the fields of the table. */
export function replyTo<Name extends EndpointName>(name: Name, body: unknown): Reply<Name> {
  const { reply }: Endpoint = endpoints[name];
  if (typeof reply === 'string') return null as Reply<Name>; // so ReplyOf says of rows without a schema
  const whole = reply instanceof z.ZodObject ? reply.strict() : reply;
  expect(whole.safeParse(body).error?.issues, name).toBeUndefined();
  return body as Reply<Name>; // fits the very schema that the type is inferred from
}

/** The problem in the response: complete, consistent with its headers, and without internal details of the server. */
export function requireProblem(answer: Answer<unknown>): ProblemBody {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const problem = problemBody.parse(answer.body);
  expect(problem.type).toMatch(new RegExp(`/problems/${problem.code}$`));
  expect(problem.status).toBe(answer.status);
  expect(problem.request_id).toBe(answer.headers.get('x-request-id'));
  expect(answer.text).not.toMatch(/\.ts:\d|node_modules|at \w+ \(/);
  return problem;
}

/** For what the kit does not send: forms, streams, bodies that are not JSON. The response is JSON. */
export async function answerTo(sent: Promise<Response>): Promise<Answer<unknown>> {
  const response = await sent;
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
