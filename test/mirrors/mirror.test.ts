/** A mirror as an integrator sees it: a database of CouchDB's protocol, in a process of its own, that follows what is approved and signed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalHash } from '../../shared/crypto/canonical.ts';
import type { Json } from '../../shared/base/json.ts';
import { couchUser, openCouch, type Couch, type CouchDatabase } from '../kit/couch.ts';
import { engines } from '../kit/engines.ts';
import { metricsToken, openWorld, type World } from '../kit/world.ts';
import { eachOf, mobile, openOffice, publish, recordsEach, revise, type Must, type Published } from './office.ts';

/** The promise has 5,000 records and 200 edits; `npm run faults` and `npm run bench -- mirror` do as many. */
const documents = 12;
const edits = 6;
const removals = 4;

/** Of a published document: what stays in a mirror whatever the server forgets. */
const evidenceEach = 2;

/** When others' changes are looked for again. */
const later = 20_000;

let couch: Couch;
beforeAll(async () => {
  couch = await openCouch();
});
afterAll(() => couch[Symbol.asyncDispose]());

interface Status {
  readonly state: string;
  readonly lag_records: number;
  readonly lag_seconds: number;
  readonly overruled: number;
  readonly kept: number;
  readonly kept_ids: readonly string[];
  readonly last_overruled: { readonly document_id: string } | null;
}

describe.each(engines)('on %s', (engine) => {
  let world: World;
  let must: Must;
  let database: CouchDatabase;
  let mirror = '';
  let project = '';
  const published: Published[] = [];
  const status = (): Promise<Status> => must('GET', `mirrors/${mirror}/status`);

  /** Lets the mirror catch up, and look for others' changes. */
  async function settle(): Promise<void> {
    world.clock.advance(later);
    await world.app.mirrors.run();
    expect(await status()).toMatchObject({ state: 'following', lag_records: 0, last_error: null });
  }

  /** The ids that changed in the mirror meanwhile. */
  async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
    const { end } = await database.changes();
    await work();
    await settle();
    return (await database.changes(end)).ids.toSorted();
  }

  beforeAll(async () => {
    world = await openWorld({ engine });
    must = openOffice(() => world.url, world.adminToken);
    database = couch.database(engine);
    project = (await must('POST', 'projects', { name: 'Harrow Lane', reference: 'HLC' })).id;
    await must('POST', 'sites', { project_id: project, name: 'Block A' });
    await eachOf(Array.from({ length: documents }), async () => {
      const made = await publish(must, { project_id: project });
      published.push(made);
    });
    await must('POST', 'documents', { title: 'A draft', document_type: 'rams' });
    mirror = (await must('POST', 'mirrors', { url: couch.url(engine), credentials: couchUser })).id;
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test('[MR1] a new mirror gets what is approved and signed, and nothing of a draft', async () => {
    await settle();
    const all = await database.replicate();
    expect(all).toHaveLength(2 + documents * recordsEach);
    expect(all.every(({ _id, kind, id }) => _id === `${kind}:${String(id)}`)).toBe(true);
    const [first] = published;
    const document = all.find(({ _id }) => _id === `document:${first?.document}`);
    const rest = await must<{ content_hash: string; content: Json }>('GET', `documents/${first?.document}/versions/1`);
    expect(document).toMatchObject({ title: 'Roof works', status: 'approved', version: 1, project_id: project });
    expect(document?.['content_hash']).toBe(rest.content_hash);
    expect(canonicalHash(document?.['content'] as Json)).toBe(rest.content_hash);
    const hazard = await must<object>('GET', `documents/${first?.document}/hazards/${first?.hazards[0]}`);
    const [mirrored] = all.filter(({ _id }) => _id === `hazard:${first?.hazards[0]}`);
    const frozen = ['id', 'name', 'controls', 'position'];
    expect(picked(mirrored, frozen)).toEqual(picked(hazard, frozen));
    const signoff = await must<object>('GET', `signoffs/${first?.signoff}`);
    const { currency: _derived, ...plain } = signoff as { currency: string };
    expect(all.find(({ _id }) => _id === `signoff:${first?.signoff}`)).toMatchObject(plain);
  });

  test('[MR4] no mobile number is anywhere in a mirror', async () => {
    const text = JSON.stringify(await database.all());
    expect(text).toContain('Ewa Nowak');
    expect(text).not.toContain(mobile);
    expect(text).not.toContain('mobile');
  });

  test('[MR2] written again, by another process or from the start, nothing changes', async () => {
    expect(await changedBy(async () => undefined)).toEqual([]);
    expect(await changedBy(() => must('POST', `mirrors/${mirror}/resync`))).toEqual([]);
    expect(await changedBy(() => world.restart())).toEqual([]);
    const checkpoint = await database.get('_local/sitefile');
    const emptied = { _id: '_local/sitefile', _rev: checkpoint?._rev, _deleted: true };
    expect(await changedBy(() => database.put(emptied))).toEqual([]);
  });

  test('[MR3] edits, removals, a withdrawal and a voided sign-off arrive, and nothing else', async () => {
    const [withdrawn, signed, ...others] = published;
    const edited = others.slice(0, edits);
    const gone = edited.slice(0, removals);
    const work = async (): Promise<void> => {
      await must('POST', `documents/${withdrawn?.document}/archive`, {});
      await must('POST', `signoffs/${signed?.signoff}/void`, { reason: 'Signed for the wrong person.' });
      await eachOf(edited, (each) =>
        revise(must, each.document, async () => {
          await must('PUT', `documents/${each.document}/hazards/${each.hazards[0]}`, { name: 'Fall from the roof' });
          if (gone.includes(each)) await must('DELETE', `documents/${each.document}/hazards/${each.hazards[1]}`);
        }),
      );
    };
    const changed = await changedBy(work);
    const kinds = Map.groupBy(changed, (id) => id.split(':')[0]);
    expect(kinds.get('signoff')).toEqual([`signoff:${signed?.signoff}`]);
    expect(kinds.get('document')).toHaveLength(edits + 1);
    expect(await database.get(`document:${withdrawn?.document}`)).toBeNull();
    expect(await database.get(`hazard:${withdrawn?.hazards[0]}`)).toBeNull();
    expect(await database.get(`signoff:${withdrawn?.signoff}`)).toMatchObject({ status: 'recorded' });
    expect(await database.get(`signoff:${signed?.signoff}`)).toMatchObject({ status: 'voided', revision: 2 });
    expect(await database.get(`signoff:${signed?.signoff}`)).toHaveProperty('_rev', expect.stringMatching(/^2-/));
    for (const { document, hazards } of edited) {
      expect(await database.get(`document:${document}`)).toMatchObject({ version: 2 });
      expect(await database.get(`hazard:${hazards[0]}`)).toMatchObject({ name: 'Fall from the roof' });
    }
    for (const { hazards } of gone) expect(await database.get(`hazard:${hazards[1]}`)).toBeNull();
    await must('POST', `documents/${withdrawn?.document}/restore`, {});
    await settle();
    expect(await database.get(`document:${withdrawn?.document}`)).toMatchObject({ version: 1 });
    expect(await database.get(`hazard:${withdrawn?.hazards[0]}`)).toMatchObject({ document_version: 1 });
  });

  test('[MR1] a draft of the next version changes nothing in a mirror', async () => {
    const last = published.at(-1);
    const draft = async (): Promise<void> => {
      await must('POST', `documents/${last?.document}/revise`, {});
      await must('PUT', `documents/${last?.document}`, { title: 'Not yet' });
      await must('POST', `documents/${last?.document}/hazards`, { name: 'Not yet' });
    };
    expect(await changedBy(draft)).toEqual([]);
  });

  test('[MR5] what somebody else writes is overruled, and told of', async () => {
    const [, one, two, three] = published;
    const before = await database.all();
    const revOf = (id: string): string => before.find(({ _id }) => _id === id)?._rev ?? '';
    const [edited, removed, branched] = [
      `signoff:${one?.signoff}`,
      `document:${two?.document}`,
      `signoff:${three?.signoff}`,
    ];
    const invented = 'signoff:018f0000-0000-7000-8000-00000000dead';
    await database.put({ _id: edited, _rev: revOf(edited), status: 'forged' });
    await database.put({ _id: removed, _rev: revOf(removed), _deleted: true });
    await database.branch({ _id: branched, _rev: '9-ffffffffffffffffffffffffffffffff', status: 'forged' });
    await database.put({ _id: invented, status: 'forged' });
    await database.put({ _id: '_design/their-own', views: {} });
    await settle();
    const after = await database.all();
    const plain = (all: typeof before) => all.map(({ _rev, ...fields }) => fields);
    expect(plain(after)).toEqual(plain(before));
    expect(await database.conflicts(branched)).toEqual([]);
    expect(await database.get('_design/their-own')).not.toBeNull();
    expect(await status()).toMatchObject({ overruled: 4, last_overruled: { document_id: invented } });
    const { data } = await must<{ data: object[] }>('GET', 'notifications?type=mirror_overruled');
    expect(data).toEqual([expect.objectContaining({ resource_type: 'mirror', resource_id: mirror })]);
    expect(await changedBy(() => must('POST', `mirrors/${mirror}/resync`))).toEqual([]);
  });

  test('[MR32] a checkpoint that somebody else wrote is not believed, and told of', async () => {
    const [, one] = published;
    const id = `signoff:${one?.signoff}`;
    const before = await database.get(id);
    await database.put({ _id: id, _rev: before?._rev, status: 'forged' });
    const { end } = await database.changes();
    const checkpoint = await database.get('_local/sitefile');
    await database.put({
      ...checkpoint,
      checked: end,
      seq: 1e12,
      sealed: `${String(checkpoint?.['sealed']).slice(0, -9)}AAAAAAAAA`,
    });
    const { id: signoff } = await must('POST', `documents/${one?.document}/signoffs`, { worker_name: 'Ana Silva' });
    await settle();
    expect(await database.get(id)).toMatchObject({ status: before?.['status'] });
    expect(await database.get(`signoff:${signoff}`)).toMatchObject({ status: 'recorded' });
    expect(await status()).toMatchObject({ overruled: 5, last_overruled: { document_id: '_local/sitefile' } });
  });

  test('[MR16] two views find documents by project, and sign-offs by document and version', async () => {
    const [first] = published;
    const start = JSON.stringify([project]);
    const end = JSON.stringify([project, {}]);
    const { rows } = await database.view('sitefile-projects', 'by_project', `?startkey=${start}&endkey=${end}`);
    expect(rows).toHaveLength(documents * 5 - removals + 2);
    expect(rows.map(({ id }) => id)).toContain(`project:${project}`);
    const key = JSON.stringify([first?.document, 1]);
    const signed = await database.view('sitefile-signoffs', 'by_document_and_version', `?key=${key}`);
    expect(signed.rows.map(({ id }) => id)).toEqual([`signoff:${first?.signoff}`]);
  });

  test('[MR7] a restored server compares everything, and corrects what it no longer knows', async () => {
    const before = await database.all();
    const restore = await world.backUp();
    const lost = await publish(must, { title: 'Lost' });
    const [first] = published;
    await must('POST', `signoffs/${first?.signoff}/void`, { reason: 'Voided after the backup.' });
    await settle();
    expect(await database.get(`document:${lost.document}`)).not.toBeNull();
    const changed = await changedBy(async () => {
      await restore();
      await must('POST', 'projects', { name: 'Another history' });
    });
    expect(await database.get(`document:${lost.document}`)).toBeNull();
    expect(await database.get(`signoff:${first?.signoff}`)).toMatchObject({ status: 'recorded' });
    expect(changed).toHaveLength(recordsEach - evidenceEach + 1 + 1);
    expect(await database.all()).toHaveLength(before.length + 1 + evidenceEach);
  });

  test('[MR30] what a restored server lost stays in the mirror, and is told', async () => {
    const { data } = await must<{ data: object[] }>('GET', 'notifications?type=mirror_kept');
    expect(data).toEqual([expect.objectContaining({ resource_id: mirror, severity: 'critical' })]);
    const { kept, kept_ids: ids } = await status();
    expect(ids.toSorted()).toEqual([expect.stringMatching(/^signoff:/), expect.stringMatching(/^version:/)]);
    expect(kept).toBe(evidenceEach);
    const signoff = ids.find((id) => id.startsWith('signoff')) ?? '';
    const before = await database.get(signoff);
    await database.branch({ _id: signoff, _rev: '9-ffffffffffffffffffffffffffffffff', status: 'forged' });
    await must('POST', `mirrors/${mirror}/resync`);
    await settle();
    const { _rev, ...after } = (await database.get(signoff)) ?? {};
    expect({ ...before, _rev }).toEqual({ ...after, _rev });
    expect(await database.conflicts(signoff)).toEqual([]);
    expect(await status()).toMatchObject({ kept: evidenceEach });
  });

  test('[MR13] status and metrics have how far a mirror is behind', async () => {
    world.clock.advance(later);
    await must('PATCH', `mirrors/${mirror}`, { enabled: false });
    await must('POST', 'projects', { name: 'Waits' });
    world.clock.advance(7_000);
    expect(await status()).toMatchObject({ state: 'disabled', lag_records: 1, lag_seconds: 7 });
    await must('PATCH', `mirrors/${mirror}`, { enabled: true });
    await settle();
    const authorization = `Bearer ${metricsToken}`;
    const { text } = await world.api('GET', '/metrics', undefined, { authorization });
    expect(text).toContain('sitefile_mirror_lag_seconds 0');
    expect(text).toContain('sitefile_mirrors_failing 0');
  });

  test('[MR12] a mirror of some projects and kinds holds these, with their current exports', async () => {
    const other = (await must('POST', 'projects', { name: 'Elsewhere' })).id;
    const own = await publish(must, { project_id: other, title: 'Elsewhere' });
    const { id: file } = await must('POST', `documents/${own.document}/export`, { format: 'docx' });
    await world.app.exports.run();
    const limits = { project_ids: [other], kinds: ['project', 'document', 'signoff'], attachments: true };
    const body = { url: couch.url(`${engine}-part`), credentials: couchUser, ...limits };
    const { id: part } = await must('POST', 'mirrors', body);
    await world.app.mirrors.run();
    const some = couch.database(`${engine}-part`);
    const expected = [`document:${own.document}`, `export:${file}`, `project:${other}`, `signoff:${own.signoff}`];
    expect((await some.all()).map(({ _id }) => _id).toSorted()).toEqual(expected);
    const rest = await fetch(`${world.url}/api/v1/exports/${file}/file`, {
      headers: { authorization: `Bearer ${world.adminToken}` },
    });
    expect(await some.file(`export:${file}`, 'export.docx')).toEqual(Buffer.from(await rest.arrayBuffer()));
    await must('PUT', `mirrors/${part}`, { kinds: ['signoff'], attachments: false });
    await world.app.mirrors.run();
    expect((await some.all()).map(({ _id }) => _id)).toEqual([`signoff:${own.signoff}`]);
    await must('DELETE', `mirrors/${part}`);
  });
});

function picked(from: object | undefined, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(from ?? {}).filter(([name]) => names.includes(name)));
}
