/** Answers whatever no other handler has answered, even one that failed itself: always the same problem, and nothing about the cause. */
import type { ErrorRequestHandler } from 'express';

const body = JSON.stringify({
  type: 'about:blank',
  title: 'Internal Server Error',
  status: 500,
  code: 'internal_error',
  detail: 'The server could not complete this request.',
});

// oxlint-disable-next-line no-unused-vars -- Express tells an error handler by its four parameters
export const lastResort: ErrorRequestHandler = (_error, _request, response, _next) => {
  if (response.headersSent) response.destroy();
  else response.status(500).set('Content-Type', 'application/problem+json').end(body);
};
