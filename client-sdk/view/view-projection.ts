/** A list of records as people and programs get it; what stands as it did is not made anew. */
import { sameJson } from '../../shared/crypto/canonical.ts';
import { livesOnIn, type Issue } from '../../shared/model/validity.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { OverlaidRecord } from './overlay.ts';
import { isEntryKind, positionsOf, present, type DerivedInputs } from './present.ts';

/** Versions and documents, by which a sign-off is current or not; nothing for other kinds. */
export interface SignoffInputs {
  readonly versions: readonly OverlaidRecord[];
  readonly documents: readonly OverlaidRecord[];
}

export const noInputs: SignoffInputs = { versions: [], documents: [] };

/** `standing` are in order; every field that `wanted` names must equal its value. */
export function shownOf(
  standing: readonly OverlaidRecord[],
  others: SignoffInputs,
  wanted: JsonObject,
): readonly JsonObject[] {
  return new ViewProjection(wanted).take(standing, others);
}

interface Entry {
  readonly standing: OverlaidRecord;
  readonly around: DerivedInputs;
  readonly record: JsonObject;
}

export class ViewProjection {
  readonly #wanted: readonly (readonly [string, JsonObject[string]])[];
  #others: SignoffInputs | null = null;
  /** One for each standing record, whether or not it is wanted. */
  #entries: readonly Entry[] = [];

  constructor(wanted: JsonObject) {
    this.#wanted = Object.entries(wanted).filter(([, value]) => value !== undefined);
  }

  take(standing: readonly OverlaidRecord[], others: SignoffInputs): readonly JsonObject[] {
    const before = this.#entries;
    const isKept =
      others === this.#others &&
      standing.length === before.length &&
      standing.every((each, i) => isInPlaceOf(each, before[i]?.standing));
    this.#entries = isKept
      ? before.map((entry, i) => entryOf(standing[i] ?? entry.standing, entry.around, entry))
      : surroundings(standing, others).map((around, i) => entryOf(standing[i]!, around)); // there is one for each
    this.#others = others;
    const wanted = this.#entries.filter(({ record }) => this.#isWanted(record));
    return Object.freeze(wanted.map(({ record }) => record));
  }

  #isWanted(record: JsonObject): boolean {
    return this.#wanted.every(([field, value]) => record[field] === value || sameJson(record[field], value));
  }
}

function entryOf(standing: OverlaidRecord, around: DerivedInputs, known?: Entry): Entry {
  return known?.standing === standing ? known : { standing, around, record: present(standing, around) };
}

/** The same record, or one that differs in nothing that its surroundings are worked out from. */
function isInPlaceOf(after: OverlaidRecord, before: OverlaidRecord | undefined): boolean {
  if (after === before) return true;
  if (before === undefined || after.id !== before.id || after.isOrphan !== before.isOrphan) return false;
  return ['document_id', 'document_version'].every((field) => after.body[field] === before.body[field]);
}

function surroundings(list: readonly OverlaidRecord[], { versions, documents }: SignoffInputs): DerivedInputs[] {
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

/** By document and number: the state in which a version counts for those who signed it. */
function statesOf(versions: readonly OverlaidRecord[]): Map<string, string> {
  const byDocument = Map.groupBy(versions, ({ body }) => String(body['document_id']));
  return new Map(
    [...byDocument].flatMap(([documentId, records]) => {
      const issues = records.map(({ body }) => body as unknown as Issue); // a version's schema has these fields
      return issues.map((issue): [string, string] => [
        `${documentId} ${issue.version}`,
        livesOnIn(issue, issues).state,
      ]);
    }),
  );
}
