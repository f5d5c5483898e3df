/** The order of the register, and with it the number of each sign-off: the same on a print and on a screen (contract, Sign-offs). */
import { byInstant } from '../../base/instant.ts';

/** JSON as stored or shown. */
interface Dated {
  readonly id?: unknown;
  readonly capture?: unknown;
  readonly signed_at?: unknown;
  readonly received_at?: unknown;
}

/** When somebody signed: by the corrected clock of the device, else the best that is known. RFC 3339, or empty. */
export function signingMoment({ capture, signed_at: signed, received_at: received }: Dated): string {
  const { captured_at_corrected: corrected, captured_at_device: device } = (capture ?? {}) as Record<string, unknown>; // an object where it is given
  return (
    [corrected, device, signed, received].find((each): each is string => typeof each === 'string' && each !== '') ?? ''
  );
}

/** By that moment; of two at once the one that was received first. */
export function inRegisterOrder<Signoff extends Dated>(signoffs: readonly Signoff[]): Signoff[] {
  const received = ({ received_at: at }: Dated): string => (typeof at === 'string' ? at : '');
  return signoffs.toSorted(
    (a, b) =>
      byInstant(signingMoment(a), signingMoment(b)) ||
      byInstant(received(a), received(b)) ||
      (String(a.id) < String(b.id) ? -1 : 1),
  );
}

/** Counted from 1. One that arrives late moves those that were signed after it. */
export function registerNumbers(signoffs: readonly Dated[]): ReadonlyMap<string, number> {
  return new Map(inRegisterOrder(signoffs).map(({ id }, i) => [String(id), i + 1]));
}
