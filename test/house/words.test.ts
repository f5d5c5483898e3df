/** The vocabulary of the project: retired words, with what to say in their place (docs/glossary.md). */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Retired names, matched anywhere in an identifier or a file name, with their replacements. */
const retiredNames: readonly (readonly [RegExp, string])[] = [
  [/[a-z]House\b/, 'RestContext, ExportContext, …'],
  [/\b[Hh]appenings?\b/, 'DomainEvent, events'],
  [/\bArrival\b|\barrivals(\.ts|(?=[,.)]))/, 'IncomingMutation'],
  [/[Ss]tandingList|standing-list/, 'OverlaidRecord, materialized-list'],
  [/[Ss]hownList|shown-list/, 'view-projection'],
  [/[Ll]iveRows|live-rows/, 'live-query'],
  [/[Tt]ruthRow/, 'ConfirmedRow'],
  [/[Uu]plink|[Dd]ownlink/, 'pusher, puller'],
  [/[Oo]utOfTurn|out-of-turn/, 'ConcurrentWriteError'],
  [/\b#?inTurn\b|\bin-turn\b/, 'mutex'],
  [/[Ss]copeSum|scope-sum/, 'scope-checksum'],
  [/\b[Oo]wnWork\b|own-work/, 'retention-pins'],
  [/[Oo]wnPart\b|own-part/, 'contractor-access-policy'],
  [/\b#?renumber(ed)?\b/, 'reset-client-id'],
  [/[Bb]ystander/, 'WorldInputs'],
  [/[Oo]weScrub/, 'scheduleVacuum'],
  [/[Qq]uieten/, 'pauseSync'],
  [/[Kk]eptReply|kept-reply/, 'stored-response'],
  [/unknown-members|unknownMembers/, 'unknown-fields'],
  [/\bbell\b/, 'pg-notify'],
  [/\bneighbours\b(?=[\s.,;:=(]*(openPeer|tell))/, 'peer-notify'],
  [/[Ll]ogAtRest|log-at-rest/, 'wal-checkpoint'],
  [/[Rr]ecordTally|record-tally|record_tally/, 'record-counts'],
  [/\bDepartures?\b/, 'ScopeExit'],
  [/\b[Rr]efit\b/, 'reconcileGrants'],
  [/\bhistoryOf\b/, 'readersView'],
  [/\binTheirScopes\b/, 'assignScopes'],
  [/\bnobodyId\b|\b[Nn]obodys\b/, 'anonymous'],
  [/\bmayStrike\b|\bstruck\b/, 'mayVoid, voided'],
  [/\boddities\b/, 'warningFlags'],
  [/\bearlierTwin\b|\bdoubtOf\b/, 'findDuplicate, duplicateWarning'],
  [/\bblended\b/, 'rebased'],
  [/\b(stirred|restless|hinted)\b/, 'dirty, wakeSignal, poll'],
  [/\bfarewell\b|\bturnAway\b/, 'deprecationHeaders, rejectWhileClosing'],
  [/\bfurniture\b/, 'header-footer'],
  [/\bpermitDeed\b|permit-deed|\bdeeds?\b/, 'permit-log-entry, action'],
];

/** Retired phrases of comments, messages, test titles and documents, with what to say in their place. */
const retiredPhrases: readonly (readonly [RegExp, string])[] = [
  [/\b[Ii]nterface,? sections? \d/, 'our own words, or a rule of the contract'],
  [/\bwhoever\b/i, 'the caller, a user who …'],
  [/\bstands for\b/i, 'means, replaces'],
  [/\b(stands|stood)\b(?! (still|in for|between))/i, 'is, was, holds, applies'],
  [/\bbefore (his|her|its|their) eyes\b/, 'saw'],
  [/\bclock on the wall\b/, 'wall clock'],
  [/\bin the clothes of\b/, '…-mapped, disguised as'],
  [/\b(let|lets|letting) go\b/i, 'release, free'],
  [/\b(he|his|him|himself)\b/i, 'they, the worker'],
  [/\bin silence\b/, 'silently'],
  [/\bmakes? (its|their) rounds?\b/, 'poll loop'],
];

test('[HS30] no retired word is used, in names, comments, messages, titles or documents', async () => {
  const patterns = ['{shared,server,client-sdk,web,test}/**/*.{ts,tsx}', '{.,client-sdk}/*.md', 'docs/**/*.md'];
  const found = await Array.fromAsync(
    glob(patterns, { cwd: root, exclude: (name) => /node_modules|\bdist\b/.test(name) }),
  );
  const offences = found.filter((file) => file !== 'test/house/words.test.ts').flatMap((file) => offencesIn(file));
  expect(offences.toSorted()).toEqual([]);
});

function offencesIn(file: string): string[] {
  const lines = [file, ...readFileSync(join(root, file), 'utf8').split('\n')];
  return [...retiredNames, ...retiredPhrases].flatMap(([pattern, instead]) =>
    lines.flatMap((line, at) => {
      const word = pattern.exec(line)?.[0];
      return word === undefined ? [] : [`${file}:${at} "${word}" → ${instead}`];
    }),
  );
}
