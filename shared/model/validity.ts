/** Whether a sign-off is still valid for the current version; computed on read, because the sign-off itself never changes. */

export type Currency = 'current' | 'superseded' | 'stale_at_capture' | 'document_archived';

export function currencyOf(
  signoff: { readonly flags: readonly string[] },
  versionState: string | undefined,
  documentStatus: string | undefined,
): Currency {
  if (signoff.flags.includes('stale_version')) return 'stale_at_capture';
  if (versionState !== 'current') return 'superseded';
  return documentStatus === 'archived' ? 'document_archived' : 'current';
}

/** Whether a sign-off counts for what is in force, or was when the document was archived. */
export function isInForce(currency: unknown): boolean {
  return currency === 'current' || currency === 'document_archived';
}

/** The fields of a version that say whether and by what it was superseded. */
export interface Issue {
  readonly version: number;
  readonly state: string;
  readonly change_significance?: string | null | undefined;
  readonly superseded_at?: string | null | undefined;
}

/**
 * The latest version for which a sign-off of this one still counts: a minor change needs no new briefing, so a signature carries over to
 * it. The version itself if a material change, or none, came next.
 */
export function latestEquivalent<Version extends Issue>(version: Version, versions: readonly Version[]): Version {
  const next = versions
    .filter((each) => each.version > version.version)
    .toSorted((a, b) => a.version - b.version)
    .at(0);
  return next?.change_significance === 'minor' ? latestEquivalent(next, versions) : version;
}
