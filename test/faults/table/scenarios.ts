/** The faults that the system must survive, and the tests that inject them; each reports its figures (figures.ts). */

export interface Scenario {
  readonly fault: string;
  /** Files under test/ that report figures of it. */
  readonly tests: readonly string[];
}

export const scenarios = {
  serverKilled: { fault: 'server killed at any moment', tests: ['storm/storm.test.ts', 'faults/two-devices.test.ts'] },
  statementKilled: { fault: 'server killed before a statement', tests: ['faults/kill.test.ts'] },
  serverDiskFull: { fault: 'server’s disk full', tests: ['faults/full-disk.test.ts'] },
  tabletKilled: { fault: 'tablet killed around an exchange', tests: ['faults/photo-kill.test.ts'] },
  responseCut: { fault: 'response cut after n bytes', tests: ['faults/answer-cut.test.ts'] },
  partition: { fault: 'no network, 1 hour to 30 days', tests: ['faults/partition.test.ts'] },
  flapping: { fault: 'network that comes and goes', tests: ['faults/partition.test.ts'] },
  streamFaults: { fault: 'stream frames lost, late or doubled', tests: ['faults/live-storm.test.ts'] },
  clockSkew: { fault: 'device clock a day off', tests: ['faults/same-result.test.ts'] },
  sameRecords: { fault: 'devices edit the same records', tests: ['faults/two-devices.test.ts'] },
  approvalRace: { fault: 'approval races an edit', tests: ['faults/approval-race.test.ts'] },
  oldSchema: { fault: 'tablet four schemas behind', tests: ['evolution/far-behind.test.ts'] },
  polling: { fault: 'polling while others write', tests: ['faults/pollers.test.ts'] },
  receiverFaults: { fault: 'receiver fails in every way', tests: ['webhooks/interleavings.test.ts'] },
  receiverDown: { fault: 'receiver down for a day', tests: ['faults/receiver-down.test.ts'] },
  senderKilled: { fault: 'sender dies before it books', tests: ['faults/receiver-down.test.ts'] },
  retryRaces: { fault: 'manual and automatic retries race', tests: ['webhooks/interleavings.test.ts'] },
  secretRotation: { fault: 'secrets rotate under load', tests: ['webhooks/interleavings.test.ts'] },
  hostileResponses: { fault: 'responses that are not the server’s', tests: ['faults/answer-cut.test.ts'] },
  exportInterrupted: { fault: 'server goes down during an export', tests: ['followers/exports.test.ts'] },
  standingExportKilled: {
    fault: 'server or its render worker killed during standing exports',
    tests: ['faults/standing-kill.test.ts'],
  },
  mirrorKilled: { fault: 'server or mirror killed while it is written', tests: ['faults/mirror-kill.test.ts'] },
  overload: { fault: 'hostile traffic', tests: ['soak/soak.test.ts'] },
  restored: { fault: 'server restored from a backup', tests: ['backup/after-restore.test.ts'] },
  damagedFiles: { fault: 'server’s database damaged on disk', tests: ['integrity/corruption.test.ts'] },
  tabletDiskFull: { fault: 'tablet’s disk full', tests: ['faults/full-disk.test.ts'] },
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof scenarios;
