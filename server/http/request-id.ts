/** The request id (contract, REST): the caller's own where it is valid, else a new one; in every response, problem and audit entry. */
import type { RequestHandler, Response } from 'express';

const usable = /^[A-Za-z0-9_-]{8,64}$/;

export function requestIds(newId: () => string): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id') ?? '';
    response.set('X-Request-Id', usable.test(given) ? given : newId());
    next();
  };
}

export function requestIdOf(response: Response): string {
  return response.get('X-Request-Id') ?? '';
}
