/** Ids of the entries in lists: who gets one, who keeps it, and that no two of one list are the same. The rules run on a world in memory. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../shared/model/command.ts';
import { decide } from '../../shared/decide.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import type { World } from '../../shared/model/resource.ts';
import { defaultSettings } from '../../shared/model/settings.ts';

const idOf = (n: number): string => `0190a1b2-c3d4-7e5f-8a9b-${String(n).padStart(12, '0')}`;
const [documentId, entryId, firstId, secondId] = [idOf(1), idOf(2), idOf(3), idOf(4)];

/** A draft with one entry; the decisions of commands are applied to it. */
class Draft {
  readonly #kind: string;
  readonly #records = new Map<string, StoredRecord>();
  #made = 100;

  /** `body` is stored without validation. */
  constructor(kind: string, body?: JsonObject) {
    this.#kind = kind;
    this.#store('document', documentId, { title: 'Glulam lift', document_type: 'rams', status: 'draft', version: 1 });
    if (body) this.#store(kind, entryId, { document_id: documentId, sort_key: 'a1', ...body });
  }

  create(set: JsonObject): JsonObject {
    return this.#run({ op: 'create', kind: this.#kind, id: entryId, set: { document_id: documentId, ...set } });
  }

  patch(set: JsonObject, was?: JsonObject): JsonObject {
    return this.#run({ op: 'patch', kind: this.#kind, id: entryId, set, was });
  }

  /** Where the command is refused: code and place of each fault. */
  faultsOf(set: JsonObject): unknown {
    try {
      this.patch(set);
    } catch (error) {
      if (error instanceof Problem) return error.errors?.map(({ code, pointer }) => `${code} ${pointer}`);
      throw error;
    }
    return 'applied';
  }

  #run(command: Command): JsonObject {
    for (const { kind, id, body } of decide(command, this.#world()).writes) this.#store(kind, id, body);
    return this.#records.get(entryId)?.body ?? {};
  }

  #store(kind: string, id: string, body: JsonObject): void {
    const [at, who] = ['2026-11-21T09:00:00.000Z', 'author'];
    const times = { created_at: at, updated_at: at, created_by: who, updated_by: who };
    this.#records.set(id, { id, kind, rev: 1, seq: 1, deleted: false, ...times, body });
  }

  #world(): World {
    return {
      now: '2026-11-21T09:00:00.000Z',
      actor: { organisationId: 'o', id: 'u', name: 'Ann', role: 'owner' },
      author: { id: 'u', name: 'Ann' },
      origin: 'sync',
      settings: defaultSettings(),
      timezone: null,
      newId: () => idOf(this.#made++),
      createdFrom: () => undefined,
      serial: () => null,
      hasDigest: () => false,
      needing: () => [],
      record: (id) => this.#records.get(id),
      children: () => [],
      all: () => [],
    };
  }
}

interface List {
  readonly kind: string;
  readonly field: string;
  /** What else the kind must say. */
  readonly head: JsonObject;
  readonly one: JsonObject;
  readonly edited: JsonObject;
  readonly other: JsonObject;
}

const [rail, net] = [{ description: 'guard rail' }, { description: 'net' }];
const [card, ticket] = [
  { scheme: 'CSCS', card_number: '1' },
  { scheme: 'CPCS', card_number: '2' },
];
const lists: readonly List[] = [
  {
    kind: 'hazard',
    field: 'controls',
    head: { name: 'Roof edge' },
    one: rail,
    edited: { description: 'double rail' },
    other: net,
  },
  {
    kind: 'coshh',
    field: 'controls',
    head: { substance_name: 'Resin' },
    one: rail,
    edited: { description: 'double rail' },
    other: net,
  },
  {
    kind: 'personnel',
    field: 'competence_cards',
    head: { name: 'Jan' },
    one: card,
    edited: { ...card, expires_on: '2027-01-01' },
    other: ticket,
  },
];

describe.each(lists)('$field of $kind', ({ kind, field, head, one, edited, other }) => {
  const idsOf = (body: JsonObject): readonly Json[] =>
    (body[field] as readonly JsonObject[]).map(({ id }) => id ?? null); // a list of entries

  test('[MG22] an entry gets an id at first, and keeps it when it is sent again without', () => {
    const draft = new Draft(kind);
    const [id, ...more] = idsOf(draft.create({ ...head, [field]: [one] }));
    expect([id, more]).toEqual([expect.any(String), []]);
    expect(idsOf(draft.patch({ [field]: [one] }))).toEqual([id]);
    expect(idsOf(draft.patch({ [field]: [edited] }))).toEqual([id]);
    const [newId, sameId] = idsOf(draft.patch({ [field]: [other, edited] }));
    expect(sameId).toBe(id);
    expect(idsOf(draft.patch({ [field]: [{ ...edited, id }, other] }))).toEqual([id, newId]);
    expect(idsOf(draft.patch({ [field]: [edited, edited] }))).toEqual([id, expect.not.stringMatching(String(id))]);
  });

  test('[MG22] a list without ids stays so until somebody changes it', () => {
    const draft = new Draft(kind, { ...head, [field]: [one] });
    expect(draft.patch({ sort_key: 'a2' })).toMatchObject({ sort_key: 'a2', [field]: [one] });
    expect(idsOf(draft.patch({ [field]: [one, other] }))).toEqual([expect.any(String), expect.any(String)]);
  });

  test('[MG21] two entries with one id are refused, with a pointer to the second', () => {
    const draft = new Draft(kind, { ...head, [field]: [{ ...one, id: firstId }] });
    const twice = [
      { ...one, id: firstId },
      { ...other, id: secondId },
      { ...other, id: firstId },
    ];
    expect(draft.faultsOf({ [field]: twice })).toEqual([`not_unique #/${field}/2/id`]);
    expect(() => new Draft(kind).create({ ...head, [field]: twice })).toThrow(Problem);
  });

  test('[MG21] a record in which two stand already stays editable, and takes no third', () => {
    const standing = [
      { ...one, id: firstId },
      { ...other, id: firstId },
    ];
    const draft = new Draft(kind, { ...head, [field]: standing });
    expect(draft.patch({ sort_key: 'a2' })).toMatchObject({ sort_key: 'a2', [field]: standing });
    const changed = [{ ...edited, id: firstId }, standing[1] ?? {}];
    expect(draft.faultsOf({ [field]: [...standing, { ...one, id: firstId }] })).toEqual([`not_unique #/${field}/2/id`]);
    expect(draft.patch({ [field]: changed }, { [field]: standing })[field]).toMatchObject(changed);
  });
});
