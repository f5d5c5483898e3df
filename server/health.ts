/** `/healthz`: the process answers. `/readyz`: the store answers too. Neither says anything about anybody's data. */
import express, { type Router } from 'express';
import { listOrganisations } from './store/feed.ts';
import type { Store } from './store/store.ts';

export function healthRouter(store: Store): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    try {
      await listOrganisations(store.db);
      response.json({ status: 'ready', store: store.engine });
    } catch {
      response.status(503).json({ status: 'unavailable' });
    }
  });
  return router;
}
