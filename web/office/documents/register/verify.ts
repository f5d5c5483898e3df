/** Compares a sign-off with its hashes: the version that was shown, the statement, the ink, and the seal over their hashes. */
import { attestationOf, isOwnText, sealOf } from '../../../../shared/crypto/attestation.ts';
import { canonicalHash, sameJson } from '../../../../shared/crypto/canonical.ts';
import type { Signoff } from './signed.ts';

export interface Compared {
  readonly what: string;
  /** Null = there is nothing to compare. */
  readonly holds: boolean | null;
  /** What a sign-off lacks that cannot be compared here, and that each sign-off of a device has. */
  readonly lacks?: string;
  /** What a hash was made of that is there still: nobody can say any more that it matches. */
  readonly gone?: string;
}

/** @param hashes of the approved versions of the document, by number */
export function compare(signoff: Signoff, hashes: ReadonlyMap<number, string>): Compared[] {
  const { document_version: version, content_hash: hash, statement, signature } = signoff;
  const approved = hashes.get(version ?? 0);
  return [
    {
      what: `The version is what was approved as version ${version ?? 0}`,
      holds: approved ? approved === hash : null,
      lacks: 'an approved version',
    },
    {
      what: 'The statement matches its hash',
      holds: statement?.text && statement.text_hash ? isOwnText(statement) : null,
      ...(statement?.text_hash && !statement.text && { gone: 'statement text' }),
    },
    {
      what: 'The ink matches its hash',
      holds: signature?.strokes && signature.sha256 ? signature.sha256 === canonicalHash(signature.strokes) : null,
      ...(signature?.sha256 && !signature.strokes && lostInk(signature.kind)),
    },
    { what: 'The seal matches what it is made of', holds: holdsSeal(signoff), lacks: 'a seal' },
  ];
}

/** Another system may have hashed what it sends to nobody. */
function lostInk(kind: string): Pick<Compared, 'gone' | 'lacks'> {
  return kind === 'ink_vector' ? { gone: 'ink' } : { lacks: 'what the hash of its signature was made of' };
}

function holdsSeal(signoff: Signoff): boolean | null {
  const { integrity } = signoff;
  if (!integrity) return null;
  const sealed = attestationOf(signoff);
  const seal = sealOf(sealed, integrity.previous_on_device ?? null);
  return sameJson(integrity.attestation, sealed) && integrity.payload_hash === seal;
}
