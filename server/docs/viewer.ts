/** The files of the page at /docs: Swagger UI as published on npm, a page to hold it, and the script that starts it. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { StaticFile } from './static-file.ts';

export const documentPath = '/api/v1/openapi.json';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sitefile API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <noscript>This page needs JavaScript. The <a href="${documentPath}">OpenAPI document</a> does not.</noscript>
    <div id="viewer"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Areas start folded: a link to one operation is only reached that way. `validatorUrl` would send the address of the document to swagger.io. */
const start = `SwaggerUIBundle({
  url: '${documentPath}',
  dom_id: '#viewer',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayOperationId: true,
  docExpansion: 'none',
  filter: true,
  showCommonExtensions: true,
  showExtensions: true,
  validatorUrl: null,
});
`;

export const viewerFiles: Readonly<Record<string, StaticFile>> = {
  '/docs': { type: 'text/html', read: () => Promise.resolve(page) },
  '/docs/start.js': { type: 'text/javascript', read: () => Promise.resolve(start) },
  '/docs/swagger-ui-bundle.js': { type: 'text/javascript', read: () => published('swagger-ui-bundle.js') },
  '/docs/swagger-ui.css': { type: 'text/css', read: () => published('swagger-ui.css') },
};

function published(file: string): Promise<string> {
  return readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${file}`)), 'utf8');
}
