/** What an integrity check finds, in words for the operator. */

export interface Finding {
  /** A warning is worth knowing and damages nothing, such as a sign-off that is still on a tablet. */
  readonly severity: 'fault' | 'warning';
  /** Null for what concerns them all. */
  readonly organisation_id: string | null;
  /** `record`, `token`, `webhook`, `mirror`, `organisation`, `audit`, `event`, `file` (a photo or an export), `count`, `schema` or `database`. */
  readonly what: string;
  /** Null for what has none, such as a file of the database. */
  readonly id: string | null;
  /** What differs, with its kind and id. */
  readonly problem: string;
  readonly advice: string;
}

/** Of each severity; the rest is only counted. */
const mostKept = 1_000;

export class Findings {
  faults = 0;
  warnings = 0;
  readonly #kept: Readonly<Record<Finding['severity'], Finding[]>> = { fault: [], warning: [] };

  /** Faults first. */
  get list(): readonly Finding[] {
    return [...this.#kept.fault, ...this.#kept.warning];
  }

  add(finding: Finding): void {
    if (finding.severity === 'fault') this.faults++;
    else this.warnings++;
    const kept = this.#kept[finding.severity];
    if (kept.length < mostKept) kept.push(finding);
  }
}

export const advice = {
  restore:
    'Somebody changed the database past the server, or the disk did. Keep a copy of the database as it is, and compare with a backup.',
  token: 'If nobody on this machine made it by hand, revoke it now, and look for other traces of the one who did.',
  schema:
    'Somebody changed the tables past the server. Keep a copy of the database as it is, and restore a backup that was checked.',
  count: 'Lists show wrong totals, and nothing else. Restore a backup, or correct the rows.',
  log: 'Part of the history was altered. Keep a copy of the database as it is, and compare with a backup.',
  database: 'Stop the server, keep a copy of the database as it is, and restore the last good backup.',
  blob: 'The disk did it, or somebody who can write there. Put the file of a backup into its place under `blobs`.',
  tablet: 'Find the tablet and let it deliver; if it is lost, note the missing signature.',
  fork: 'Find out whether the tablet’s storage was copied or restored.',
  shape: 'An upgrade of the server can cause it; else compare the entries with the approved version.',
} as const;

const names: Readonly<Record<string, string | undefined>> = { signoff: 'sign-off' };

/** As people call a record of the kind. */
function recordName(kind: string, id: string): string {
  return `${names[kind] ?? kind.replaceAll('_', ' ')} ${id}`;
}

/** @param problem what is wrong with it, after its name */
export function faultOf(
  { orgId }: { readonly orgId: string },
  { kind, id }: { readonly kind: string; readonly id: string },
  problem: string,
  more: Partial<Finding> = {},
): Finding {
  return {
    severity: 'fault',
    organisation_id: orgId,
    what: 'record',
    id,
    problem: `${recordName(kind, id)} ${problem}`,
    advice: advice.restore,
    ...more,
  };
}
