/** What must not depend on how a change travelled, or on what a device believed the time to be. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../shared/model/command.ts';
import type { Json } from '../../shared/base/json.ts';
import { act, bareDevice, create, patch } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import type { Engine } from '../../server/store/engine/engine.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';
import { eventsOf, rowsOf } from './simulation/server-rows.ts';
import { report } from './table/figures.ts';

const dayMs = 86_400_000;
const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [project, document, hazard, second, section] = [id(1), id(2), id(3), id(4), id(5)];

/** A document's way from its first line to its second version: each command, and the same in REST. */
const script: readonly (readonly [Command, string, string, Json?])[] = [
  made('project', project, { name: 'Block C', reference: 'BC' }, 'projects'),
  made(
    'document',
    document,
    { title: 'Lift', document_type: 'rams', reference: 'R-1', project_id: project },
    'documents',
  ),
  entry('hazard', hazard, { name: 'Falling load', severity_before: 5, likelihood_before: 3 }, 'hazards'),
  entry('hazard', second, { name: 'Wind', severity_before: 3, likelihood_before: 3 }, 'hazards'),
  entry('section', section, { title: 'Scope', body: 'Two lifts\nof glulam' }, 'sections'),
  edited('hazard', hazard, { who_at_risk: 'Slingers' }, `documents/${document}/hazards/${hazard}`),
  edited('hazard', hazard, { who_at_risk: 'Slingers' }, `documents/${document}/hazards/${hazard}`),
  edited('document', document, { title: 'Glulam lift' }, `documents/${document}`),
  [{ op: 'remove', kind: 'hazard', id: second }, 'DELETE', `documents/${document}/hazards/${second}`],
  step('submit_review', { notes: 'please' }, 'submit-review'),
  step('reject', { reason: 'Say who slings.' }, 'reject'),
  edited('section', section, { body: 'Three lifts\nof glulam' }, `documents/${document}/sections/${section}`),
  step('submit_review', { notes: 'again' }, 'submit-review'),
  step('approve', { notes: 'good' }, 'approve'),
  step('revise', { reason: 'new crane' }, 'revise'),
  edited('document', document, { title: 'Glulam lift 2' }, `documents/${document}`),
];

type Line = (typeof script)[number];

function made(kind: string, of: string, fields: Record<string, Json>, path: string): Line {
  return [create(kind, of, fields), 'POST', path, { id: of, ...fields }];
}

function entry(kind: string, of: string, fields: Record<string, Json>, segment: string): Line {
  return [
    create(kind, of, { document_id: document, ...fields }),
    'POST',
    `documents/${document}/${segment}`,
    { id: of, ...fields },
  ];
}

function edited(kind: string, of: string, fields: Record<string, Json>, path: string): Line {
  return [patch(kind, of, fields), 'PUT', path, fields];
}

function step(action: string, args: Record<string, Json>, segment: string): Line {
  return [act('document', document, action, args), 'POST', `documents/${document}/${segment}`, args];
}

/** Without what the server draws or the clock gives: ids of its own, times, places in the feed. The place of a new entry is the sender's. */
async function leftBy(world: World): Promise<readonly Json[]> {
  const known = new Set([project, document, hazard, second, section]);
  const plain = (text: string): Json => {
    const named = text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (found) => (known.has(found) ? found : 'drawn'));
    const timeless = named.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then').replaceAll(/msg_[0-9a-f]+/g, 'message');
    return JSON.parse(timeless.replaceAll(/"(sort_key|sequence)":[^,}]+/g, '"$1":0')) as Json; // it was JSON
  };
  const rows = await rowsOf(world);
  const events = await eventsOf(world);
  return [
    ...rows.map(({ kind, rev, deleted, body }) => plain(JSON.stringify({ kind, rev, deleted, body }))),
    ...events.map(({ name, body }) => plain(JSON.stringify({ name, body: JSON.parse(body) as Json }))), // a payload is JSON
  ];
}

describe.each(engines)('on %s', (engine) => {
  test('[SM8] one script by REST and by push leaves the same records, events and hashes', async () => {
    await using office = await openWorld({ engine });
    await using site = await openWorld({ engine });
    for (const [, method, path, body] of script) {
      const answer = await office.api(method, `/api/v1/${path}`, body);
      expect(answer.status, answer.text).toBeLessThan(300);
    }
    const device = bareDevice(site);
    for (const [command] of script) {
      const [result] = await device.push([command]);
      expect(result?.status, JSON.stringify(result?.problem)).not.toBe('refused');
    }
    const hash = async (world: World) =>
      (await rowsOf(world)).find(({ kind }) => kind === 'version')?.body['content_hash'];
    expect(await hash(site)).toBe(await hash(office));
    expect(await leftBy(site)).toEqual(await leftBy(office));
  });

  test('[SM7] two tablets merge alike with clocks right, a day behind or a day ahead', async () => {
    const right = await mergedBy(engine, 0, 0);
    for (const [first, other] of [
      [dayMs, -dayMs],
      [-dayMs, dayMs],
      [dayMs, dayMs],
    ] as const)
      expect(await mergedBy(engine, first, other)).toEqual(right);
    report('clockSkew', { injected: 6, survived: 3 * right.length, lost: 0, doubled: 0 });
  });
});

/** Both edit the same hazard offline, some fields of it alone and some against one another. */
async function mergedBy(engine: Engine, ...skews: readonly [number, number]): Promise<readonly unknown[]> {
  await using world = await openWorld({ engine });
  await using stack = new AsyncDisposableStack();
  const tablets = [];
  for (const [i, skew] of skews.entries())
    tablets.push(stack.use(await openTablet(world, { seed: i + 1, now: () => world.clock.now() + skew })));
  const [one, other] = tablets;
  if (!one || !other) throw new Error('two tablets are needed');
  const document_id = await one.documents.create({ title: 'Lift', document_type: 'rams' });
  const found = await one.hazards.create({ document_id, name: 'Load', description: 'a\nb\nc', severity_before: 3 });
  await one.sync();
  await other.sync();
  await one.hazards.patch(found, { name: 'Falling load', severity_before: 4, description: 'a\nb1\nc' });
  world.clock.advance(60_000);
  await other.hazards.patch(found, {
    name: 'Swinging load',
    severity_before: 5,
    description: 'a\nb\nc\nd',
    who_at_risk: 'all',
  });
  await other.sync();
  await one.sync();
  const rows = await rowsOf(world);
  return rows.map(({ kind, rev, deleted, updated_at, body }) => ({ kind, rev, deleted, updated_at, body }));
}
