/**
 * A real server of CouchDB's protocol, PouchDB Server's core on LevelDB files, as a process of its own: over HTTPS for the server under
 * test, and over plain HTTP for the test itself. Its order comes on the IPC channel.
 */
import { once } from 'node:events';
import { createServer as createPlain, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import expressPouchDb from 'express-pouchdb';
import leveldb from 'pouchdb-adapter-leveldb';
import PouchDB from 'pouchdb-core';
import mapReduce from 'pouchdb-mapreduce';
import replication from 'pouchdb-replication';
import type { CouchOrder } from './couch.ts';

process.once('message', (order: CouchOrder) => void serve(order));

async function serve({ folder, certificate, ports, authorization }: CouchOrder): Promise<void> {
  const Stored = PouchDB.plugin(leveldb).plugin(mapReduce).plugin(replication);
  const database = (Stored as unknown as { defaults(options: object): unknown }).defaults({ prefix: `${folder}/` }); // as its own documentation has it
  const app = expressPouchDb(database, {
    mode: 'minimumForPouchDB',
    inMemoryConfig: true,
    logPath: `${folder}/log.txt`,
  });
  const guarded: RequestListener = (request, response) => {
    if (request.headers.authorization === authorization) return app(request, response);
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":"unauthorized","reason":"Name or password is incorrect."}');
  };
  const listening = await Promise.all([
    listen(createServer({ ...certificate }, guarded), ports.secure),
    listen(createPlain(guarded), ports.plain),
  ]);
  process.send?.({ secure: listening[0], plain: listening[1] });
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

process.on('disconnect', () => process.exit(0));
