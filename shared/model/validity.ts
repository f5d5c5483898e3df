/** Whether a sign-off is still valid for the current version; worked out when read, because the sign-off itself never changes. */

export type Currency = 'current' | 'superseded' | 'stale_at_capture' | 'document_archived';

export function currencyOf(
  signoff: { readonly flags: readonly string[] },
  versionState: string | undefined,
  documentStatus: string | undefined,
): Currency {
  if (documentStatus === 'archived') return 'document_archived';
  if (signoff.flags.includes('stale_version')) return 'stale_at_capture';
  return versionState === 'current' ? 'current' : 'superseded';
}

/** What of a version tells whether it was superseded, and by what. */
export interface Issue {
  readonly version: number;
  readonly state: string;
  readonly change_significance?: string | null | undefined;
  readonly superseded_at?: string | null | undefined;
}

/**
 * The version that this one lives on in: a minor change asks for no new briefing, so who signed the version before it has signed it
 * too. The version itself where a material one came next, or none.
 */
export function livesOnIn<Version extends Issue>(version: Version, versions: readonly Version[]): Version {
  const next = versions
    .filter((each) => each.version > version.version)
    .toSorted((a, b) => a.version - b.version)
    .at(0);
  return next?.change_significance === 'minor' ? livesOnIn(next, versions) : version;
}
