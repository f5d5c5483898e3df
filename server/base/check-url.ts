/**
 * The address at which anybody can check a print without signing in (contract, Public check page). It names the document and the version,
 * and carries a code: the first half of the content's hash. Who does not hold a print does not know it.
 */

/** Hexadecimal digits of the content's hash that are printed, in a QR code and to type. */
export const codeDigits = 16;

interface Printed {
  readonly organisationId: string;
  readonly documentId: string;
  readonly version: number;
  /** `sha256:…` */
  readonly contentHash: string;
}

/** `publicUrl` = where everybody reaches the server, without a trailing slash. */
export function checkUrl(publicUrl: string, { organisationId, documentId, version, contentHash }: Printed): string {
  const query = new URLSearchParams({ h: codeOf(contentHash), o: organisationTail(organisationId) });
  return `${publicUrl}/v/${documentId}/${version}?${query.toString()}`;
}

export function codeOf(contentHash: string): string {
  return contentHash.replace(/^sha256:/, '').slice(0, codeDigits);
}

/** `3f2a 91bc 0011 2233` */
export function spacedCode(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** The same content, with the same ids, can have been brought into two organisations: this tells them apart. */
export function organisationTail(organisationId: string): string {
  return organisationId.replaceAll('-', '').slice(-8);
}
