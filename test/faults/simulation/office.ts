/** What two people in the office do through REST, by seed: they see the server as it is, but one of them works from a page read long ago. */
import type { Command } from '../../../shared/model/command.ts';
import type { Json, JsonObject } from '../../../shared/base/json.ts';
import type { Chance } from '../../kit/clock.ts';
import type { World } from '../../kit/world.ts';
import type { History } from './history.ts';
import type { ModelRecord } from './model.ts';

const segments: Readonly<Record<string, string>> = {
  section: 'sections',
  hazard: 'hazards',
  coshh: 'coshh',
  personnel: 'personnel',
};

interface Disputed {
  readonly id: string;
  readonly state: string;
  readonly record_kind: string;
  readonly record_id: string;
  readonly field: string;
  readonly kept: string;
  readonly mine: Json;
}

export interface Office {
  step(): Promise<void>;
  create(kind: string, fields: JsonObject, documentId?: string): Promise<string>;
  /** A step in the life of a document. */
  act(documentId: string, action: string): Promise<void>;
}

export function openOffice(world: World, history: History, chance: Chance, word: () => string): Office {
  const { model } = history;
  /** Pages that somebody has open: the tag of a record as it was. */
  const read = new Map<string, string>();

  async function call(
    method: string,
    path: string,
    body: unknown,
    command: Command | null,
    headers = {},
  ): Promise<JsonObject | null> {
    const answer = await world.api<JsonObject>(method, `/api/v1${path}`, body, headers);
    if (answer.status >= 500) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    if (answer.status >= 300) {
      history.note(`office ${method} ${path} ${answer.status}`);
      return null;
    }
    if (command) history.takeRest(command);
    return answer.body ?? {};
  }

  const all = (kind: string, deleted = false): [string, ModelRecord][] =>
    [...model.records].filter(([, record]) => record.kind === kind && record.deleted === deleted);
  const pick = (kind: string): [string, ModelRecord] | undefined => {
    const found = all(kind);
    return found.length > 0 ? chance.pick(found) : undefined;
  };
  const pathOf = (kind: string, id: string, { fields }: ModelRecord): string =>
    ['document', 'project', 'worker'].includes(kind)
      ? `/${kind}s/${id}`
      : `/documents/${String(fields['document_id'])}/${segments[kind]}/${id}`;

  async function create(kind: string, fields: JsonObject, documentId?: string): Promise<string> {
    const id = world.app.commitContext.newId();
    const path = documentId ? `/documents/${documentId}/${segments[kind]}` : `/${kind}s`;
    const set = { ...fields, ...(documentId ? { document_id: documentId } : {}) };
    await call('POST', path, { id, ...fields }, { op: 'create', kind, id, set });
    return id;
  }

  async function edit(): Promise<void> {
    const kind = chance.pick(['hazard', 'hazard', 'section', 'document', 'project', 'coshh', 'worker']);
    const found = pick(kind);
    if (!found) return;
    const [id, record] = found;
    const path = pathOf(kind, id, record);
    const changes: Readonly<Record<string, readonly Record<string, Json>[]>> = {
      hazard: [{ name: word() }, { severity_before: 3 + chance.below(3) }, { description: `${word()}\n${word()}` }],
      section: [{ title: word() }, { body: `${word()}\n${word()}\n${word()}` }],
      document: [{ title: word() }, { project_id: chance.pick(all('project'))[0] }],
      project: [{ client_name: word() }, { name: word() }],
      coshh: [{ task: word() }, { health_effects_acute: `${word()}\n${word()}` }],
      worker: [{ trade: word() }, { competence_cards: cards() }],
    };
    const set = chance.pick(changes[kind] ?? []);
    const command: Command = { op: 'patch', kind, id, set };
    const tag = read.get(id);
    read.delete(id);
    if (tag) await call('PUT', path, set, command, { 'if-match': tag });
    else await call('PUT', path, set, command);
  }

  /** They never run out while the day lasts. */
  function cards(): Json {
    const id = world.app.commitContext.newId();
    return [{ id, scheme: 'CSCS', card_number: word(), expires_on: '2031-05-01' }];
  }

  async function addWorker(): Promise<void> {
    const projects = all('project').map(([id]) => id);
    const project_ids = chance.below(2) === 0 ? projects.slice(0, 1) : [];
    await create('worker', { name: word(), project_ids, competence_cards: cards() });
  }

  async function openPage(): Promise<void> {
    const kind = chance.pick(['hazard', 'document']);
    const found = pick(kind);
    if (!found) return;
    const answer = await world.api('GET', `/api/v1${pathOf(kind, ...found)}`);
    const tag = answer.headers.get('etag');
    if (tag) read.set(found[0], tag);
  }

  async function add(): Promise<void> {
    const document = pick('document');
    if (!document) return;
    if (chance.below(3) === 0) await create('section', { title: word(), body: `${word()}\n${word()}` }, document[0]);
    else await create('hazard', { name: word(), severity_before: 3, likelihood_before: 4 }, document[0]);
  }

  async function remove(): Promise<void> {
    const found = pick('hazard');
    if (!found) return;
    await call('DELETE', pathOf('hazard', ...found), undefined, { op: 'remove', kind: 'hazard', id: found[0] });
  }

  async function reorder(): Promise<void> {
    const document = pick('document');
    if (!document) return;
    const path = `/documents/${document[0]}/hazards`;
    const { body } = await world.api<{ data: { id: string }[] }>('GET', `/api/v1${path}?per_page=100`);
    const ids = body.data.map(({ id }) => id);
    if (ids.length < 2) return;
    const done = await call('PUT', `${path}/reorder`, { order: [...ids.slice(1), ids[0]] }, null);
    if (done) model.reordered(document[0]);
  }

  const verbs: Readonly<Record<string, readonly string[]>> = {
    draft: ['submit_review', 'discard', 'archive'],
    pending_review: ['approve', 'approve', 'reject', 'withdraw'],
    approved: ['revise', 'revise', 'revise', 'archive'],
    archived: ['restore'],
  };

  /** Documents that cannot be edited now come first, so that work goes on. */
  async function review(): Promise<void> {
    const shut = all('document').filter(([id]) => model.life(id).status !== 'draft');
    const found = shut.length > 0 && chance.below(4) > 0 ? chance.pick(shut) : pick('document');
    if (found) await act(found[0], chance.pick(verbs[model.life(found[0]).status] ?? []));
  }

  async function act(id: string, action: string): Promise<void> {
    const segment = action === 'submit_review' ? 'submit-review' : action;
    const conditions = action === 'approve' ? { conditions: [{ text: word() }, { text: word() }] } : {};
    const args = ['submit_review', 'approve'].includes(action) ? { notes: word(), ...conditions } : { reason: word() };
    await call('POST', `/documents/${id}/${segment}`, args, { op: 'act', kind: 'document', id, action, args });
  }

  async function settle(): Promise<void> {
    const { body } = await world.api<{ data: Disputed[] }>('GET', '/api/v1/conflicts?per_page=100');
    const standing = body.data.filter(({ state }) => state === 'open');
    if (standing.length === 0) return;
    const { id, record_kind: kind, record_id: about, field, kept, mine } = chance.pick(standing);
    model.disputes.set(id, about);
    // Whole lists and removals stay as they were merged.
    const isTaken = kept === 'theirs' && field in model.record(about).fields && chance.below(2) === 0;
    const resolution = isTaken ? 'take' : 'keep';
    if (!(await call('POST', `/conflicts/${id}/settle`, { resolution }, null))) return;
    if (isTaken) history.takeRest({ op: 'patch', kind, id: about, set: { [field]: mine } });
    history.takeRest({ op: 'act', kind: 'conflict', id, action: 'settle', args: { resolution } });
  }

  const steps = [
    edit,
    edit,
    edit,
    edit,
    openPage,
    openPage,
    add,
    addWorker,
    remove,
    reorder,
    review,
    review,
    review,
    review,
    settle,
  ];
  return { step: () => chance.pick(steps)(), create, act };
}
