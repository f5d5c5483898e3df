/** Whether a sign-off still stands for what is current; worked out when read, because the sign-off itself never changes. */

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
