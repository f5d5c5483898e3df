/** Turns every error into a problem body (RFC 9457); the cause of a 500 is logged and never sent. */
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { Problem } from '../../shared/model/problem.ts';
import { UnclearTimeError } from '../store/write.ts';
import { isNoRoom } from '../store/engine/no-room.ts';
import type { HttpContext } from './http-context.ts';
import { requestIdOf } from './request-id.ts';

export const unknownRoute: RequestHandler = () => {
  throw new Problem('not_found', 'No endpoint has this path.');
};

export function otherMethod(allowed: readonly string[]): RequestHandler {
  return (request, response) => {
    response.set('Allow', allowed.join(', '));
    throw new Problem('method_not_allowed', `${request.method} is not available for this path.`, {
      members: { allow: allowed },
    });
  };
}

/** What is known of a request that failed, for the log. */
export interface FailedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Without the query, which may contain a token by mistake. */
  readonly path: string;
  readonly address: string | undefined;
}

export function problemAnswers(context: HttpContext): ErrorRequestHandler {
  // oxlint-disable-next-line no-unused-vars -- Express tells an error handler by its four parameters
  return (error: unknown, request, response, _next) => {
    const problem = loggedProblem(error, context, {
      requestId: requestIdOf(response),
      method: request.method,
      path: request.baseUrl + request.path,
      address: context.addressOf(request),
    });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    addHeaders(response, problem);
    const body = {
      ...problem.toBody(context.baseUrl()),
      instance: request.originalUrl.split('?')[0],
      request_id: requestIdOf(response),
    };
    response.status(problem.status).set('Content-Type', 'application/problem+json').end(JSON.stringify(body));
  };
}

/** The problem that the caller is told; a refusal and a failure are logged. */
export function loggedProblem(error: unknown, { log, refusals }: HttpContext, failed: FailedRequest): Problem {
  const problem = problemOf(error);
  const { requestId: request_id, method, path, address } = failed;
  const { status, code, members, detail } = problem;
  if (status === 401 || status === 403 || status === 429)
    refusals.note(
      { request_id, method, path, address, code, permission: members['permission'], detail },
      'a request was refused',
    );
  if (status >= 500) log.error({ err: error, request_id, method, path }, 'a request failed');
  return problem;
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isNoRoom(error))
    return new Problem('unavailable', 'The server has no disk space left; nothing was changed. Try again later.');
  if (error instanceof UnclearTimeError)
    return new Problem('unavailable', 'The clock of the server has jumped; nothing was changed. Try again later.');
  // Express itself throws such errors for paths that it cannot decode.
  const isMalformed = error instanceof Error && 'status' in error && error.status === 400;
  return isMalformed
    ? new Problem('bad_request', 'The path is not valid percent-encoded UTF-8.')
    : new Problem('internal_error', 'The server could not complete this request. The error has been logged.');
}

function addHeaders(response: Response, { code, members, headers }: Problem): void {
  response.set(headers);
  if (code === 'unauthenticated') response.set('WWW-Authenticate', 'Bearer realm="api", error="invalid_token"');
  if (code === 'forbidden' && typeof members['permission'] === 'string')
    response.set(
      'WWW-Authenticate',
      `Bearer realm="api", error="insufficient_scope", scope="${members['permission']}"`,
    );
  if (typeof members['current_etag'] === 'string') response.set('ETag', members['current_etag']);
  if (code === 'unavailable') response.set('Retry-After', '5');
  // Until the server has been updated.
  if (code === 'schema_too_new') response.set('Retry-After', '60');
  if (typeof members['retry_after'] === 'number') response.set('Retry-After', String(members['retry_after']));
}
