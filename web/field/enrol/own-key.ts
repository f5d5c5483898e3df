/** The tablet's own part of its enrolment: where the answer to a code was lost, the same code with this key gets it again. */
import { keep, readKept } from '../base/kept.ts';

const name = 'enrol-key';

/** The same until it is forgotten, also after a restart. */
export async function ownKey(): Promise<string> {
  const before = await readKept<string>(name);
  if (before !== undefined) return before;
  // Without https there is no randomUUID.
  const key = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  await keep(name, key);
  return key;
}

/** Once the tablet has its token. */
export async function forgetKey(): Promise<void> {
  await keep(name, null);
}
