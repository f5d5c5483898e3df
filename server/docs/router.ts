/**
 * The documentation, open to everybody: the OpenAPI document, the page that shows it, and an explanation at the address of each
 * problem type (RFC 9457, section 3.1.1).
 */
import express, { type Router } from 'express';
import { isProblemCode } from '../../shared/model/problem.ts';
import type { HttpContext } from '../http/http-context.ts';
import { otherMethod } from '../http/problems.ts';
import { staticFile, type StaticFile } from './static-file.ts';
import { documentPath, viewerFiles } from './viewer.ts';

export function docsRouter(context: HttpContext): Router {
  const router = express.Router();
  // The generator is loaded with the first request.
  const document = async (): Promise<string> =>
    JSON.stringify((await import('./openapi/document.ts')).openApiDocument(context.baseUrl()));
  const files: Readonly<Record<string, StaticFile>> = {
    [documentPath]: { type: 'application/json', read: document },
    ...viewerFiles,
  };
  for (const [path, file] of Object.entries(files))
    router
      .route(path)
      .get(staticFile(file))
      .all(otherMethod(['GET', 'HEAD']));
  router.get('/problems/:code', async (request, response, next) => {
    const { code } = request.params;
    if (!isProblemCode(code)) return next();
    const { status, title, meaning } = (await import('./openapi/problem-codes.ts')).entryOf(code);
    response.type('text/plain').send(`${code} (${status}): ${title}\n\n${meaning}\n`);
  });
  return router;
}
