/** The order of the register, and with it the number of each sign-off: the same on a print and on a screen (contract, Sign-offs). */

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
  return signoffs.toSorted(
    (a, b) =>
      compare(signingMoment(a), signingMoment(b)) ||
      compare(String(a.received_at ?? ''), String(b.received_at ?? '')) ||
      compare(String(a.id), String(b.id)),
  );
}

/** Counted from 1. One that arrives late moves those that were signed after it. */
export function registerNumbers(signoffs: readonly Dated[]): ReadonlyMap<string, number> {
  return new Map(inRegisterOrder(signoffs).map(({ id }, i) => [String(id), i + 1]));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
