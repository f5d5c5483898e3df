/**
 * What a stranger with a print is told of it (contract, Public check page): which approved version it is of, and whether that is in force.
 * The code of the print is the key: without it nothing is found, whatever document and version are named.
 */
import type { Version } from '../../../shared/resources/document/version.ts';
import { readDetails } from '../../../shared/model/organisation.ts';
import { readSettings } from '../../../shared/model/settings.ts';
import { codeDigits, codeOf, organisationTail } from '../../base/check-url.ts';
import { toRecord } from '../../commit/record-rows.ts';
import type { Db } from '../../store/engine/db.ts';
import { loadByIds } from '../../store/records/records.ts';
import { versionsByHash } from '../../store/records/versions-by-hash.ts';

/** As the address of the print says it, or as somebody typed it. */
export interface Print {
  readonly code: string;
  /** Null = only the code was typed. */
  readonly document: string | null;
  /** Its number or its id. */
  readonly version: string | null;
  readonly organisation: string | null;
}

export type CheckStatus = 'in_force' | 'superseded' | 'withdrawn' | 'archived';

/** Nothing of a person. */
export interface Found {
  readonly status: CheckStatus;
  readonly organisation: string;
  readonly reference: string | null;
  readonly title: string;
  readonly version: number;
  /** The print calls itself another version than its content is. */
  readonly is_version_named: boolean;
  readonly approved_at: string;
  readonly superseded_at: string | null;
  readonly version_in_force: number | null;
  readonly code: string;
  readonly timezone: string;
}

/** The code in any spelling; null = it is none. */
export function readCode(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > 100) return null;
  const digits = given
    .toLowerCase()
    .replace(/^sha256:/, '')
    .replaceAll(/[\s·.-]/g, '');
  return /^[\da-f]+$/.test(digits) && digits.length >= codeDigits ? digits.slice(0, codeDigits) : null;
}

/** Empty = no approved version has this code, or its organisation tells nobody. More than one only where contents are the same. */
export async function findPrint(db: Db, print: Print): Promise<readonly Found[]> {
  const from = `sha256:${print.code}`;
  const rows = (await versionsByHash(db, from, `${from}g`)).filter(
    ({ org_id, document_id, settings }) =>
      readSettings(settings).public_check &&
      (print.document === null || document_id === print.document) &&
      (print.organisation === null || organisationTail(org_id) === print.organisation),
  );
  const found = await Promise.all(
    rows.map(async (row) => {
      const [document] = await loadByIds(db, row.org_id, [row.document_id ?? '']);
      if (!document || document.deleted === 1) return [];
      const version = JSON.parse(row.body) as Version; // only an approval writes it
      const isNamed = print.version === null || [String(version.version), row.id].includes(print.version);
      return [
        { ...foundAs(version, toRecord(document).body), isNamed, organisation: row.organisation, details: row.details },
      ];
    }),
  );
  const all = found.flat();
  const named = all.filter(({ isNamed }) => isNamed);
  return (named.length > 0 ? named : all).map(({ isNamed, details, ...each }) => ({
    ...each,
    is_version_named: isNamed,
    timezone: readDetails(details).timezone ?? 'UTC',
  }));
}

function foundAs(
  version: Version,
  document: Readonly<Record<string, unknown>>,
): Omit<Found, 'organisation' | 'is_version_named' | 'timezone'> {
  const inForce = document['current_approved_version'];
  return {
    status: statusOf(version, document),
    reference: version.reference ?? null,
    title: version.title,
    version: version.version,
    approved_at: version.approved_at,
    superseded_at: version.superseded_at,
    version_in_force: document['status'] !== 'archived' && typeof inForce === 'number' ? inForce : null,
    code: codeOf(version.content_hash),
  };
}

function statusOf({ state }: Version, { status }: Readonly<Record<string, unknown>>): CheckStatus {
  if (status === 'archived') return 'archived';
  return state === 'current' ? 'in_force' : state;
}
