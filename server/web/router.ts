/**
 * The pages in the browser, as web/build.ts made them (contract, Web): one page for every address of the office, one for every address of
 * the field app, those of a check, an own phone and an invitation, and the files that they name, whose names change with their content.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type RequestHandler, type Router } from 'express';
import { otherMethod } from '../http/problems.ts';
import { staticFile } from '../docs/static-file.ts';

/** Beside the server's own build, whether this module is part of that or runs from its source. */
export const builtPages = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../dist/web/' : './web/', import.meta.url),
);

/** No inline code or style, no text that becomes markup or script, nothing from or to anywhere else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The one text that becomes script is the address of the field app's worker.
  'trusted-types sitefile-worker',
].join('; ');

const pageHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(), microphone=(), payment=(), usb=()',
};

const typesByEnding: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** `folder` = where the built pages are; it is read with the first request for one. */
export function webRouter(folder = builtPages): Router {
  const router = express.Router();
  let files: Readonly<Record<string, RequestHandler>> | undefined;
  const handlerOf = (path: string): RequestHandler | undefined => (files ??= filesIn(folder))?.[path];
  for (const page of ['office', 'field', 'sign', 'invited'])
    router
      .route([`/${page}`, `/${page}/*path`])
      .get((request, response, next) => {
        const file = handlerOf(`${page}/index.html`);
        if (file) return file(request, response.set(pageHeaders), next);
        response.status(503).type('text/html').send(notBuilt);
      })
      .all(otherMethod(['GET', 'HEAD']));
  // Beside /field, so that the worker may serve that address too.
  for (const name of ['field-worker.js', 'field.webmanifest'])
    router.get(`/${name}`, (request, response, next) => (handlerOf(name) ?? next)(request, response, next));
  router.get('/assets/:file', (request, response, next) => {
    const file = handlerOf(`assets/${request.params.file}`);
    return file ? file(request, response, next) : next();
  });
  router.get('/', (_request, response) => response.redirect('/office'));
  return router;
}

/** By path below the folder; undefined where nothing was built yet. */
function filesIn(folder: string): Readonly<Record<string, RequestHandler>> | undefined {
  const names = listed(folder);
  if (names.length === 0) return undefined;
  return Object.fromEntries(
    names.map((name) => {
      const type = typesByEnding[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      const caching = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      return [name, staticFile({ type, read: () => readFile(join(folder, name)), caching, policy })];
    }),
  );
}

function listed(folder: string): string[] {
  try {
    readFileSync(join(folder, 'office/index.html'));
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/').replace(/^\//, ''));
  } catch {
    return [];
  }
}

const notBuilt = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sitefile: not built yet</title>
  </head>
  <body>
    <h1>The pages have not been built yet</h1>
    <p>The server runs, and its API answers. To build the pages, stop it and run:</p>
    <pre>npm ci
npm start</pre>
    <p>On a server without development tools, copy the folder server/dist of a machine that built it.</p>
  </body>
</html>
`;
