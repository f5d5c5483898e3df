/**
 * `/v/{document}/{version}?h={code}`, the address that a print carries, and `/v`, where the code is typed (contract, Public check page).
 * Without login and without script; the page is the one that web/build.ts made of web/check, with the answer put in.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type Request, type Response, type Router } from 'express';
import { Problem } from '../../../shared/model/problem.ts';
import { networkOf } from '../../base/addresses.ts';
import type { HttpContext } from '../../http/http-context.ts';
import { otherMethod } from '../../http/problems.ts';
import { takeFrom } from '../../http/rate-limits.ts';
import type { Store } from '../../store/store.ts';
import { builtPages } from '../router.ts';
import { findPrint, readCode, type Found } from './found.ts';
import { html, type Html } from './html.ts';
import { askPage, foundPage, tooManyPage, unknownPage, type Page } from './page.ts';

interface CheckContext extends Pick<HttpContext, 'limiter' | 'addressOf'> {
  readonly store: Pick<Store, 'db'>;
  /** ms since 1970 */
  readonly now: () => number;
}

const headers = {
  'Cache-Control': 'private, max-age=60',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Robots-Tag': 'noindex, nofollow',
  Vary: 'Accept',
};

export function checkRouter(context: CheckContext, folder = builtPages): Router {
  const router = express.Router();
  let frame: Promise<string> | undefined;
  const show = async (response: Response, status: number, page: Page): Promise<void> => {
    frame ??= readFile(join(folder, 'check/index.html'), 'utf8').catch(() => plainFrame);
    response
      .status(status)
      .type('text/html')
      .send(framed(await frame, page));
  };
  router
    .route(['/v', '/v/:document/:version'])
    .get(async (request, response) => {
      response.set(headers);
      const wantsPage = request.accepts(['text/html', 'application/json']) !== 'application/json';
      try {
        response.set(takeFrom(context.limiter, 'check', networkOf(context.addressOf(request) ?? '')));
        const found = await foundFor(request, context);
        if (found === null) {
          if (wantsPage) return await show(response, 200, askPage());
          throw new Problem('bad_request', 'The code of the print is missing: h, 16 hexadecimal digits.');
        }
        const at = new Date(context.now()).toISOString();
        if (found.length > 0 && wantsPage) return await show(response, 200, foundPage(found, at));
        if (found.length > 0) return void response.json({ data: found.map(({ timezone: _own, ...each }) => each) });
        throw new Problem('not_found', 'No approved version has the code of this print.');
      } catch (error) {
        response.set('Cache-Control', 'no-store');
        if (!wantsPage || !(error instanceof Problem)) throw error;
        response.set(error.headers);
        if (error.code === 'not_found') return await show(response, 404, unknownPage());
        if (error.code !== 'rate_limited') throw error;
        const wait = Number(error.members['retry_after']);
        response.set('Retry-After', String(wait));
        await show(response, 429, tooManyPage(wait));
      }
    })
    .all(otherMethod(['GET', 'HEAD']));
  return router;
}

/** Null = there is no code to look up. A code that is none is one that nobody has. */
async function foundFor({ params, query }: Request, { store }: CheckContext): Promise<readonly Found[] | null> {
  const { h: given, o: organisation } = query;
  if (given === undefined || given === '') return null;
  const code = readCode(given);
  if (code === null) return [];
  return await findPrint(store.db, {
    code,
    document: textOr(params['document'])?.toLowerCase() ?? null,
    version: textOr(params['version'])?.toLowerCase() ?? null,
    organisation: textOr(organisation),
  });
}

function textOr(given: unknown): string | null {
  return typeof given === 'string' ? given : null;
}

/** By functions: `$&` in a title is no pattern. */
function framed(frame: string, { title, body }: Page): string {
  const name: Html = html`<title>${`${title} · Sitefile`}</title>`;
  return frame.replace(/<title>.*?<\/title>/s, () => name.html).replace('<!--answer-->', () => body.html);
}

/** Where the pages were not built: the same words without their look. */
const plainFrame = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title></title>
  </head>
  <body><main><!--answer--></main></body>
</html>
`;
