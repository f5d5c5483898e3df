/** Who is briefed on a document, from its records: the version in force says who is expected, and sign-offs count for what they signed. */
import { currencyOf, latestEquivalent } from '../../model/validity.ts';
import type { Version } from '../document/version.ts';
import { coverageOf, type Briefed } from './coverage.ts';
import type { Signoff } from './signoff.ts';

type Expected = Parameters<typeof coverageOf>[0];

/** Of one document; the large members of bodies may be left out. */
export interface BriefedFrom {
  readonly versions: readonly Version[];
  readonly signoffs: readonly Signoff[];
  /** Who is expected before there is a version in force. */
  readonly drafted: Expected;
}

/** @param status of the document */
export function briefedOn(status: string, { versions, signoffs, drafted }: BriefedFrom): Briefed[] {
  const statesByVersion = new Map(versions.map((each) => [each.version, latestEquivalent(each, versions).state]));
  const inForce = versions.find(({ state }) => state === 'current');
  // What people sign is the version in force; before there is one, the draft says who is expected. A snapshot's entries are of their schema.
  const expected = inForce ? (inForce.content['personnel'] as unknown as Expected) : drafted;
  return coverageOf(
    expected,
    signoffs.map((signoff) => {
      const {
        worker,
        status: state,
        document_version: version = null,
        capture,
        received_at: received = null,
      } = signoff;
      const isCurrent = currencyOf(signoff, statesByVersion.get(version ?? 0), status) === 'current';
      const at = capture.captured_at_corrected ?? capture.captured_at_device ?? received;
      return { worker, status: state, isCurrent, version, at };
    }),
  );
}
