/** The tablet: its enrolment, and the replica that every screen reads and writes. Nothing else talks to the server. */
import { signal } from './signal.ts';
import { StorageError } from '../../../client-sdk/base/storage-error.ts';
import type { Device } from '../../../client-sdk/device-type.ts';
import type { LogOutOptions } from '../../../client-sdk/log-out.ts';
import { openDevice } from '../../../client-sdk/open-device.ts';
import { dexieStorage } from '../../../client-sdk/storage/dexie.ts';
import { removeReplica } from '../../../client-sdk/unsent/remove-replica.ts';
import { forgetAll, kept, readAllKept, type Beside } from './kept.ts';

export interface Enrolment {
  readonly token: string;
  /** Of the tablet. */
  readonly name: string;
  readonly organisation: { readonly id: string; readonly name: string };
  /** Device id of its replica, as it was when it was opened: after signing out it is another. Absent until then. */
  readonly replica?: string | undefined;
  /** Present once somebody signs the tablet out: what is kept under keys that begin so stays when the replica goes. */
  readonly keptPrefix?: string | undefined;
}

type State =
  | { readonly is: 'opening' | 'new' }
  | { readonly is: 'broken'; readonly enrolment: Enrolment | null; readonly error: unknown }
  | { readonly is: 'open'; readonly device: Device; readonly enrolment: Enrolment };

/** What is kept decides what each tab shows: whichever tab changes it, all of them follow. */
const enrolmentKey = 'enrolment';
const enrolled = kept<Enrolment | null>(enrolmentKey, null);

export const tablet = signal<State>({ is: 'opening' });

/** The open replica; screens are shown only while there is one. */
export function replica(): Device {
  const state = tablet.value;
  if (state.is !== 'open') throw new Error('the replica is not open');
  return state.device;
}

interface Unsendable {
  readonly drop: () => Promise<void>;
  /** Ids of what it has not dropped yet, and of what may have to go. */
  readonly withheld: () => Promise<readonly string[]>;
}

let unsendable: Unsendable = { drop: () => Promise.resolve(), withheld: () => Promise.resolve([]) };

/** `given` = photos that must not be sent. */
export function startDevice(given: Unsendable): void {
  unsendable = given;
  enrolled.follow(() => void settle());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void readAllKept().catch(() => undefined);
    else if (tablet.value.is === 'open') beginSync();
  });
  readAllKept().catch(broken);
}

/** A code was given that another organisation made. */
export class OtherOrganisationError extends Error {
  override readonly name = 'OtherOrganisationError';
  /** Name of the one that the tablet works for. */
  readonly organisation: string;

  constructor(organisation: string) {
    super(`This tablet works for ${organisation}: sign it out first.`);
    this.organisation = organisation;
  }
}

/**
 * Keeps the enrolment before the replica is opened, so that a restart continues with it. A tablet that is enrolled goes on with the new
 * token; throws OtherOrganisationError where it works for another organisation, whose records it may hold.
 */
export async function enrol(fresh: Enrolment): Promise<void> {
  await enrolled.change((before) => {
    if (before && before.organisation.id !== fresh.organisation.id)
      throw new OtherOrganisationError(before.organisation.name);
    return { ...fresh, replica: before?.replica };
  });
  await settle();
}

/** Without `export`, throws UnsentWorkError while any work waits: nothing is removed then. What is kept under keys that begin with `keptPrefix` stays. */
export async function wipe(options: LogOutOptions, keptPrefix: string): Promise<void> {
  const device = replica();
  isSigningOut = true;
  const { deviceId } = device;
  const same = sameEnrolment();
  let isNoted = false;
  const confirm = async (): Promise<void> => {
    await options.confirm?.();
    await enrolled.change((before) => ({ ...same(before), replica: deviceId, keptPrefix }));
    isNoted = true;
  };
  try {
    await device.logOut({ ...options, confirm });
  } catch (error) {
    isSigningOut = false;
    // What the storage refused is completed by the next opening.
    if (isNoted && !(error instanceof StorageError))
      await enrolled.change((before) => before && { ...before, keptPrefix: undefined }).catch(() => undefined);
    throw error;
  }
  await forget(deviceId, keptPrefix).catch(broken); // the next opening does
  isSigningOut = false;
}

/** Unless the tablet was enrolled again meanwhile, in another tab. `replicaId` = of the one that was given up. */
async function forget(replicaId: string, keptPrefix: string): Promise<void> {
  const isGone = (enrolment: unknown): boolean => (enrolment as Enrolment | undefined)?.replica === replicaId; // as `enrolled`
  await forgetAll(keptPrefix, enrolmentKey, isGone);
}

/** Beside a write of what belongs to the enrolment that is open now: where it is another one by then, nothing is written. */
export function onlyOwn(): Beside {
  return { key: enrolmentKey, change: sameEnrolment() };
}

/** Returns what is kept, and throws where that is not the enrolment that is open now. */
function sameEnrolment(): (value: unknown) => Enrolment {
  const state = tablet.value;
  return (value) => {
    const enrolment = value as Enrolment | null | undefined; // as `enrolled`
    const own = state.is === 'open' ? state.enrolment : undefined;
    // Its replica is noted soon after it was opened.
    const noted = enrolment && { ...enrolment, replica: enrolment.replica ?? own?.replica };
    if (!own || !noted || !isOfSame(noted, own)) throw new Error('The tablet was signed out meanwhile.');
    return enrolment;
  };
}

/** Removes the replica that does not open, and fetches a fresh one under the same enrolment. */
export async function startAfresh(): Promise<void> {
  const { value: wanted } = enrolled;
  if (!wanted) return;
  await removeReplica({ storage: dexieStorage(), name: nameFor(wanted) });
  await enrolled.change((before) => before && { ...before, replica: undefined, keptPrefix: undefined }); // the other tabs open it, too
  await settle();
}

function broken(error: unknown): void {
  tablet.set({ is: 'broken', enrolment: enrolled.value, error });
}

/** Of the replica, in the storage of the browser. */
export function nameFor({ organisation }: Enrolment): string {
  return `field-${organisation.id}`;
}

/** Whether it is this tab that signs the tablet out. */
let isSigningOut = false;
/** How long another tab is given to give its replica up, once it has noted that it will. */
const signingOutMs = 2000;

let settling = Promise.resolve();

/** Makes this tab's replica the one of the enrolment that is kept; one run after another. */
function settle(): Promise<void> {
  settling = settling.then(follow).catch(broken);
  return settling;
}

async function follow(): Promise<void> {
  const { value: wanted } = enrolled;
  const state = tablet.value;
  if (state.is === 'open' && wanted && isOfSame(wanted, state.enrolment)) {
    const { token, keptPrefix } = state.enrolment;
    if (wanted.token === token && wanted.keptPrefix === keptPrefix) return;
    if (wanted.token !== token) state.device.useToken(wanted.token);
    tablet.set({ ...state, enrolment: wanted });
    if (wanted.keptPrefix === undefined || wanted.keptPrefix === keptPrefix || isSigningOut) return;
  }
  if (state.is === 'open') {
    tablet.set({ is: 'opening' });
    await state.device.close();
    // Another tab signs the tablet out. One that was killed or frozen in it leaves that to this one.
    if (wanted?.keptPrefix !== undefined) await new Promise((resolve) => setTimeout(resolve, signingOutMs));
    if (enrolled.value !== wanted) return; // each change of it comes here again
  }
  if (!wanted) return tablet.set({ is: 'new' });
  const device = await open(wanted);
  const enrolment = { ...wanted, replica: device.deviceId };
  if (wanted.keptPrefix !== undefined && wanted.replica !== undefined && !isOfSame(wanted, enrolment)) {
    // It was given up, and its tab ended before it could forget the rest.
    await device.close();
    return await forget(wanted.replica, wanted.keptPrefix);
  }
  tablet.set({ is: 'open', device, enrolment });
  if (!isOfSame(wanted, enrolment))
    await enrolled
      .change((before) => (before && isOfSame(before, wanted) ? { ...before, replica: enrolment.replica } : before))
      .catch(() => undefined); // it is open all the same
  // A tablet that was just enrolled has nothing to show, and nobody waits for a hidden page.
  if (device.status.lastSyncAt === null || document.visibilityState === 'hidden') beginSync();
  else setTimeout(() => tablet.value.is === 'open' && beginSync(), latestSyncMs);
}

/** Signing out gives the device another id, so that a replica is compared by the one that it was opened with. */
function isOfSame(a: Enrolment, b: Enrolment): boolean {
  return a.organisation.id === b.organisation.id && a.replica === b.replica;
}

/** Whose sync has begun. */
export const begun = signal<Device | null>(null);

/** Sync would hold up the first screen, which therefore begins it: once, as signing out stops it. */
export function beginSync(): void {
  const device = replica();
  if (begun.value === device) return;
  begun.set(device);
  device.start(); // at once: a stop may wait
  void unsendable.drop().catch(() => undefined); // tried again with the next photo, and withheld until then
}

/** Where no screen has begun sync by then. */
const latestSyncMs = 5000;

function open(enrolment: Enrolment): Promise<Device> {
  return openDevice({
    server: location.origin,
    token: enrolment.token,
    storage: dexieStorage(),
    name: nameFor(enrolment),
    deviceLabel: enrolment.name,
    appVersion: 'field',
    autoSync: false,
    withheldPhotos: unsendable.withheld,
  });
}
