/** A list of records as views return it; unchanged records keep their object. */
import { sameJson } from '../../shared/crypto/canonical.ts';
import { latestEquivalent, type Issue } from '../../shared/model/validity.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { OverlaidRecord } from './overlay.ts';
import { isEntryKind, positionsOf, present, type DerivedInputs } from './present.ts';

/** The versions and documents that decide whether a sign-off is current; empty for other kinds. */
export interface SignoffInputs {
  readonly versions: readonly OverlaidRecord[];
  readonly documents: readonly OverlaidRecord[];
}

export const noInputs: SignoffInputs = { versions: [], documents: [] };

/** `records` are in order; every field of `filter` must equal its value. */
export function shownOf(
  records: readonly OverlaidRecord[],
  others: SignoffInputs,
  filter: JsonObject,
): readonly JsonObject[] {
  return new ViewProjection(filter).update(records, others);
}

interface Entry {
  readonly record: OverlaidRecord;
  readonly inputs: DerivedInputs;
  readonly shown: JsonObject;
}

export class ViewProjection {
  readonly #filter: readonly (readonly [string, JsonObject[string]])[];
  #others: SignoffInputs | null = null;
  /** One for each record, matching or not. */
  #entries: readonly Entry[] = [];

  constructor(filter: JsonObject) {
    this.#filter = Object.entries(filter).filter(([, value]) => value !== undefined);
  }

  update(records: readonly OverlaidRecord[], others: SignoffInputs): readonly JsonObject[] {
    const before = this.#entries;
    const isKept =
      others === this.#others &&
      records.length === before.length &&
      records.every((record, i) => hasSameInputs(record, before[i]?.record));
    this.#entries = isKept
      ? before.map((entry, i) => entryOf(records[i] ?? entry.record, entry.inputs, entry))
      : inputsOf(records, others).map((inputs, i) => entryOf(records[i]!, inputs)); // there is one for each
    this.#others = others;
    return Object.freeze(this.#entries.map(({ shown }) => shown).filter((shown) => this.#matches(shown)));
  }

  #matches(shown: JsonObject): boolean {
    return this.#filter.every(([field, value]) => shown[field] === value || sameJson(shown[field], value));
  }
}

function entryOf(record: OverlaidRecord, inputs: DerivedInputs, known?: Entry): Entry {
  return known?.record === record ? known : { record, inputs, shown: present(record, inputs) };
}

/** The same record, or one that differs in nothing that the inputs depend on. */
function hasSameInputs(after: OverlaidRecord, before: OverlaidRecord | undefined): boolean {
  if (after === before) return true;
  if (before === undefined || after.id !== before.id || after.isOrphan !== before.isOrphan) return false;
  return ['document_id', 'document_version'].every((field) => after.body[field] === before.body[field]);
}

function inputsOf(list: readonly OverlaidRecord[], { versions, documents }: SignoffInputs): DerivedInputs[] {
  const positions = positionsOf(list);
  const states = statesOf(versions);
  const statuses = new Map(documents.map(({ id, body }) => [id, String(body['status'])]));
  return list.map(({ id, kind, body }) => {
    const documentId = String(body['document_id']);
    return {
      ...(isEntryKind(kind) ? { position: positions.get(id) ?? null } : {}),
      versionState: states.get(`${documentId} ${String(body['document_version'])}`),
      documentStatus: statuses.get(documentId),
    };
  });
}

/** By document and number: the state that a version has for those who signed it. */
function statesOf(versions: readonly OverlaidRecord[]): Map<string, string> {
  const byDocument = Map.groupBy(versions, ({ body }) => String(body['document_id']));
  return new Map(
    [...byDocument].flatMap(([documentId, records]) => {
      const issues = records.map(({ body }) => body as unknown as Issue); // a version's schema has these fields
      return issues.map((issue): [string, string] => [
        `${documentId} ${issue.version}`,
        latestEquivalent(issue, issues).state,
      ]);
    }),
  );
}
