/** What a replica stores about itself; one row of the journal. */
import type { Role } from '../../shared/model/access.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { defaultSettings, settingsSchema, type Settings } from '../../shared/model/settings.ts';

export interface Grants {
  /** Ids of the projects that the token is limited to; null = the whole organisation. */
  readonly projects: readonly string[] | null;
}

export interface KnownActor {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** Work that waited longer than usual and arrived lately: since when the oldest of it was made, and when the last arrived. */
export interface LateArrivals {
  readonly made_ms: number;
  readonly at_ms: number;
}

export interface ReplicaMetadata {
  /** Identifies the tablet, in commands and, unless the app names one, in sign-offs. */
  readonly device_id: string;
  /** The latest command that was made here. */
  readonly last_command: string | null;
  /** The latest command of each lane (write/priority.ts): the predecessor of the next one. */
  readonly lane_ends: Readonly<Record<string, string>>;
  /** Device time in ms at which the device learnt that the server was restored from a backup; null = never. */
  readonly restored_at: number | null;
  /** Server time in ms of the last sweep of settled commands; null = never. */
  readonly settled_swept_at: number | null;
  /** By server time; null = none lately. Absent in older ones. */
  readonly late_arrivals?: LateArrivals | null;
  readonly cursor: string | null;
  /** The point of the server's history that its last answer to a push named; null = it has answered none since it was restored. */
  readonly answered: string | null;
  readonly generation: number;
  /** A fresh snapshot is in progress; rows of older generations are dropped when it is complete. */
  readonly sweeping: boolean;
  /** Projects being fetched again (empty = records of none), with the generation below which their rows are dropped at the end. */
  readonly resets: Readonly<Record<string, number>>;
  /** Device time at which the replica last matched the server's checksums; null = to be verified. */
  readonly verified_at: string | null;
  /** How often it did not match, and was fetched again. */
  readonly mismatches: number;
  readonly last_sync_at: string | null;
  /** Device clock minus server clock, as last measured; null before the first sync, and since the clock was set back. */
  readonly clock_offset_ms: number | null;
  /** The server's time at the last sync at which the offset was known, before which nothing new was made; null = not known. */
  readonly last_server_time: string | null;
  /** Seal of this tablet's latest sign-off (contract rule SO6). */
  readonly chain_head: string | null;
  /** Whose tokens were used here, by SHA-256 of the token; the latest last. */
  readonly actors: Readonly<Record<string, KnownActor>>;
  readonly organisation_id: string | null;
  /** The organisation's settings from the last hello; null before. */
  readonly settings: JsonObject | null;
  /** Of the organisation, from the last hello; null = UTC. Absent in older ones. */
  readonly timezone?: string | null;
  /** The language that the organisation writes in (BCP 47), from the last hello; null = not said. */
  readonly locale: string | null;
  /** Of these three, as the last hello named it; null = they have changed since, so the next sync says hello. Absent in older ones. */
  readonly organisation_revision?: number | null;
  /** Null = unknown, so the next sync asks for them. */
  readonly grants: Grants | null;
  /** Schema version of the confirmed rows (shared/upgrade/). */
  readonly schema: number;
  /** The oldest schema that may pull, from the last hello; null before. */
  readonly min_pull: number | null;
  /** Counts writes of this row if tabs share it, so that each detects when another wrote first. */
  readonly version: number;
  /** Counts sync cycles if tabs share the replica: writes of an earlier one are rejected. */
  readonly term: number;
  /** The replica is being removed; if that was cut off, the next opening completes it. */
  readonly logged_out: boolean;
  /** The confirmed records are being dropped by a log-out with `keep`; if that was cut off, the next opening completes it. */
  readonly drops_records: boolean;
  /** The limits of the last eviction; null = nothing was evicted. */
  readonly kept: RetentionLimits | null;
  /** If there is a limit to the rows: records edited here lately, by id, with the server time in ms (view/retention-pins.ts). */
  readonly retention_pins: Readonly<Record<string, number>>;
  /** Ids of imported photos. */
  readonly imported_photos: readonly string[];
}

/** Limits of the records that a device holds (contract, Device, DV68). */
export interface RetentionLimits {
  /** Ids of projects; null = all. */
  readonly projects: readonly string[] | null;
  readonly archived_days: number;
  readonly signoff_days: number;
  readonly max_rows: number | null;
  /** Evicted documents: one that is wanted again has to be fetched whole. */
  readonly left_out: readonly string[];
}

export function newMetadata(newId: () => string): ReplicaMetadata {
  return {
    device_id: newId(),
    last_command: null,
    lane_ends: {},
    restored_at: null,
    settled_swept_at: null,
    cursor: null,
    answered: null,
    generation: 1,
    sweeping: false,
    resets: {},
    verified_at: null,
    mismatches: 0,
    last_sync_at: null,
    clock_offset_ms: null,
    last_server_time: null,
    chain_head: null,
    actors: {},
    organisation_id: null,
    settings: null,
    locale: null,
    grants: null,
    schema: 1,
    min_pull: null,
    version: 0,
    term: 0,
    logged_out: false,
    drops_records: false,
    kept: null,
    retention_pins: {},
    imported_photos: [],
  };
}

const settingsByJson = new WeakMap<JsonObject, Settings>();

/** The settings that the rules apply on this device. Those that this app cannot read fall back to the defaults; the server decides. */
export function settingsOf({ settings }: ReplicaMetadata): Settings {
  if (!settings) return defaultSettings();
  const known = settingsByJson.get(settings) ?? settingsSchema().safeParse(settings).data ?? defaultSettings();
  settingsByJson.set(settings, known);
  return known;
}
