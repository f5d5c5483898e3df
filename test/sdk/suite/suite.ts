/** The behaviour of a device on every kind of storage, one topic per file (contract, Devices). */
import { describe } from 'vitest';
import { answers } from './answers-suite.ts';
import { arrived } from './arrived-suite.ts';
import { automatic } from './automatic-suite.ts';
import { badNetwork } from './bad-network-suite.ts';
import { carriers } from './carriers-suite.ts';
import { clocks } from './clock-suite.ts';
import { compliance } from './compliance-suite.ts';
import { crash } from './crash-suite.ts';
import { exchange } from './exchange-suite.ts';
import { grantsKnown } from './grants-suite.ts';
import { history } from './history-suite.ts';
import { identity } from './identity-suite.ts';
import { incidents } from './incident-suite.ts';
import { limits } from './limits-suite.ts';
import { lists } from './lists-suite.ts';
import { live } from './live-suite.ts';
import { lostAnswers } from './lost-answers-suite.ts';
import { logOut } from './log-out-suite.ts';
import { offline } from './offline-suite.ts';
import { permitsSeen } from './permit-seen-suite.ts';
import { permits } from './permits-suite.ts';
import { photoAnswers } from './photo-answers-suite.ts';
import { photos } from './photos-suite.ts';
import { refusal } from './refusal-suite.ts';
import { removals } from './removal-suite.ts';
import { scopes } from './scopes-suite.ts';
import { knownSettings } from './settings-suite.ts';
import { sign } from './sign-suite.ts';
import type { Ground } from './site.ts';
import { unsent } from './unsent-suite.ts';
import { tokens } from './tokens-suite.ts';
import { waiting } from './waiting-suite.ts';
import { upgrade } from './upgrade-suite.ts';

const topics = {
  offline,
  exchange,
  refusal,
  removals,
  sign,
  clocks,
  incidents,
  permits,
  permitsSeen,
  photos,
  photoAnswers,
  settings: knownSettings,
  compliance,
  scopes,
  grants: grantsKnown,
  limits,
  lists,
  live,
  carriers,
  automatic,
  badNetwork,
  answers,
  arrived,
  waiting,
  identity,
  tokens,
  crash,
  history,
  lostAnswers,
  unsent,
  logOut,
  upgrade,
} as const;

/** Registers the tests of all topics. */
export function suite(storage: string, ground: Ground): void {
  describe.each(Object.entries(topics))(`on ${storage}: %s`, (_name, register) => {
    register(ground);
  });
}
