/** Who is briefed on a document, from its records: the version in force says who is expected, and sign-offs count for what they signed. */
import { currencyOf, isInForce, latestEquivalent } from '../../model/validity.ts';
import type { Version } from '../document/version.ts';
import { coverageOf, type Coverage } from './coverage.ts';
import type { CrewRecord } from './crew.ts';
import type { NamedPerson } from './named-once.ts';
import type { Signoff } from './signoff.ts';

/** Of one document; the large members of bodies may be left out. */
export interface BriefedFrom {
  readonly versions: readonly Version[];
  readonly signoffs: readonly Signoff[];
  /** Records of kind `crew_member`. */
  readonly members: readonly CrewRecord[];
  /** Who is named before there is a version in force. */
  readonly drafted: readonly NamedPerson[];
}

/** @param status of the document */
export function briefedOn(status: string, { versions, signoffs, members, drafted }: BriefedFrom): Coverage {
  const statesByVersion = new Map(versions.map((each) => [each.version, latestEquivalent(each, versions).state]));
  const inForce = versions.find(({ state }) => state === 'current');
  // What people sign is the version in force; before there is one, the draft says who is expected. A snapshot's entries are of their schema.
  const named = inForce ? (inForce.content['personnel'] as unknown as readonly NamedPerson[]) : drafted;
  return coverageOf(
    named,
    signoffs.map((signoff) => {
      const {
        worker,
        status: state,
        document_version: version = null,
        capture,
        received_at: received = null,
      } = signoff;
      const isCurrent = isInForce(currencyOf(signoff, statesByVersion.get(version ?? 0), status));
      const at = capture.captured_at_corrected ?? capture.captured_at_device ?? received;
      return { worker, status: state, isCurrent, version, at };
    }),
    members,
  );
}
