/** The numbers of the sign-off register, which its print and the office share. */
import { expect, test } from 'vitest';
import { inRegisterOrder, registerNumbers } from '../../shared/resources/signoff/register-order.ts';

const at = (minute: number): string => `2026-11-20T08:${String(minute).padStart(2, '0')}:00.000Z`;

test('[WB405] sign-offs are numbered by when they were signed, and then by when they arrived', () => {
  const signoffs = [
    { id: 'late', capture: { captured_at_corrected: at(1) }, received_at: at(50) },
    { id: 'second', capture: { captured_at_corrected: at(2) }, received_at: at(2) },
    { id: 'paper', capture: null, signed_at: at(3), received_at: at(40) },
    { id: 'api', received_at: at(30) },
    { id: 'first', capture: { captured_at_corrected: at(1), captured_at_device: at(59) }, received_at: at(4) },
  ];
  const order = ['first', 'late', 'second', 'paper', 'api'];
  expect(inRegisterOrder(signoffs).map(({ id }) => id)).toEqual(order);
  expect([...registerNumbers(signoffs.toReversed())]).toEqual(order.map((id, i) => [id, i + 1]));
});

test('[SO31] the numbers follow the instants, in offset and precision aside', () => {
  const signed = (id: string, captured_at_device: string, received_at = at(30)) => ({
    id,
    capture: { captured_at_device },
    received_at,
  });
  const signoffs = [
    signed('exact', '2026-11-20T09:00:00.250Z'),
    signed('whole', '2026-11-20T09:00:00Z'),
    signed('offset', '2026-11-20T10:00:00+02:00'),
    signed('later', '2026-11-20T09:00:01Z', '2026-11-20T10:00:00Z'),
    signed('arrived', '2026-11-20T09:00:01.000Z', '2026-11-20T11:00:00+02:00'),
  ];
  expect(inRegisterOrder(signoffs).map(({ id }) => id)).toEqual(['offset', 'whole', 'exact', 'arrived', 'later']);
});
