/** The tablet: its enrolment, and the replica that every screen reads and writes. Nothing else talks to the server. */
import { signal } from './signal.ts';
import type { Device } from '../../../client-sdk/device-type.ts';
import { openDevice } from '../../../client-sdk/open-device.ts';
import { dexieStorage } from '../../../client-sdk/storage/dexie.ts';
import { keep, readKept } from './kept.ts';

export interface Enrolment {
  readonly token: string;
  /** Of the tablet. */
  readonly name: string;
  readonly organisation: { readonly id: string; readonly name: string };
}

type State =
  | { readonly is: 'opening' | 'new' }
  | { readonly is: 'broken'; readonly why: unknown }
  | { readonly is: 'open'; readonly device: Device; readonly enrolment: Enrolment };

const enrolmentKey = 'enrolment';

export const tablet = signal<State>({ is: 'opening' });

/** The open replica; screens are shown only while there is one. */
export function replica(): Device {
  const state = tablet.value;
  if (state.is !== 'open') throw new Error('the replica is not open');
  return state.device;
}

export function startDevice(): void {
  void readKept<Enrolment>(enrolmentKey)
    .then((enrolment) => (enrolment ? open(enrolment) : tablet.set({ is: 'new' })))
    .catch((why: unknown) => tablet.set({ is: 'broken', why }));
}

/** Keeps the enrolment before the replica is opened, so that a restart continues with it. */
export async function enrol(enrolment: Enrolment): Promise<void> {
  await keep(enrolmentKey, enrolment);
  await open(enrolment);
}

/** Throws UnsentWorkError while any work waits: nothing is removed then. */
export async function wipe(): Promise<void> {
  await replica().logOut();
  for (const key of [enrolmentKey, 'site', 'crews']) await keep(key, undefined);
  tablet.set({ is: 'new' });
}

async function open(enrolment: Enrolment): Promise<void> {
  const device = await openDevice({
    server: location.origin,
    token: enrolment.token,
    storage: dexieStorage(),
    name: `field-${enrolment.organisation.id}`,
    deviceLabel: enrolment.name,
    appVersion: 'field',
  });
  tablet.set({ is: 'open', device, enrolment });
}
