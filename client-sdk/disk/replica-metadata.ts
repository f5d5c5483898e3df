/** What a replica remembers about itself between runs; one row of the journal. */
import type { Role } from '../../shared/model/access.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { Grants } from './grants.ts';
import { defaultSettings, settingsSchema, type Settings } from '../../shared/model/settings.ts';

export interface ReplicaMetadata {
  /** Made once; the server counts this replica's commands under it. A replica that lost count takes a new one. */
  readonly client_id: string;
  /** Known to this replica and, as a hash, to the server: nobody else sends or asks under its `client_id`. */
  readonly client_key: string;
  /** The tablet in its sign-offs, where it has no other name; stays even when `client_id` changes. */
  readonly device_id: string;
  /** Name of the next command in this replica's own lists. */
  readonly next_id: number;
  /** Number of the next command on the wire. Numbers are given without gaps. */
  readonly next_number: number;
  /** Highest number ever put on the wire. Where the server knows a higher one, this replica is an old copy of another. */
  readonly sent_number: number;
  readonly cursor: string | null;
  /** The server's history that the cursor belongs to; another one means a restored backup. */
  readonly epoch: string | null;
  readonly generation: number;
  /** A fresh snapshot is under way; rows of older generations go when it is complete. */
  readonly sweeping: boolean;
  /** Projects that come afresh (empty = what belongs to none): rows of generations before the number go when all of it has come. */
  readonly resets: Readonly<Record<string, number>>;
  /** When this replica was last found to be what the server holds, by the device's clock; null = it has to be looked at. */
  readonly verified_at: string | null;
  /** How often it was found to differ, and was fetched again. */
  readonly mismatches: number;
  readonly last_sync_at: string | null;
  /** Device clock minus server clock, as last measured; null before the first exchange. */
  readonly clock_offset_ms: number | null;
  /** Seal of this tablet's latest sign-off (contract rule SO6). */
  readonly chain_head: string | null;
  readonly actor: { readonly id: string; readonly name: string; readonly role: Role } | null;
  readonly organisation_id: string | null;
  /** Of the organisation, as the server last said; null before that. */
  readonly settings: JsonObject | null;
  /** Null before the server said it, and where it is an older one that says nothing of it. */
  readonly grants: Grants | null;
  /** That the rows of the truth have (shared/upgrade/); 1 also where nobody said so. */
  readonly schema: number;
  /** The oldest schema that the server lets read, as it last said; null before that. */
  readonly min_pull: number | null;
  /** Counts the writes of this row where several tabs share it, so that each sees when another came first. */
  readonly version: number;
  /** Counts the exchanges where several tabs take turns: what is not of the present one may write nothing. */
  readonly term: number;
  /** Everything of this replica is to go; a run that ended before it was gone finishes that at the next opening. */
  readonly logged_out: boolean;
  /** What the replica was last cut down to; null = nothing was ever left out. */
  readonly kept: RetentionLimits | null;
  /** Where there is a limit to the rows: what was worked on here lately, by id, with the server's time in ms (client-sdk/view/retention-pins.ts). */
  readonly retention_pins: Readonly<Record<string, number>>;
  /** Of exports that were taken in: the names of their commands, by the device that made them. */
  readonly imported: Readonly<Record<string, readonly number[]>>;
  /** And what they are called here, so that what comes later can build on them. */
  readonly imported_as: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** And the ids of their photos. */
  readonly imported_photos: readonly string[];
}

/** What of the truth a device holds (contract, Devices, DV68). */
export interface RetentionLimits {
  /** Ids of projects; null = all. */
  readonly projects: readonly string[] | null;
  readonly archived_days: number;
  readonly signoff_days: number;
  readonly max_rows: number | null;
  /** Documents that were left out: one of them that comes back has to be fetched whole. */
  readonly left_out: readonly string[];
}

export function newMetadata(newId: () => string): ReplicaMetadata {
  return {
    client_id: newId(),
    device_id: newId(),
    client_key: `${newId()}${newId()}`,
    next_id: 1,
    next_number: 1,
    sent_number: 0,
    cursor: null,
    epoch: null,
    generation: 1,
    sweeping: false,
    resets: {},
    verified_at: null,
    mismatches: 0,
    last_sync_at: null,
    clock_offset_ms: null,
    chain_head: null,
    actor: null,
    organisation_id: null,
    settings: null,
    grants: null,
    schema: 1,
    min_pull: null,
    version: 0,
    term: 0,
    logged_out: false,
    kept: null,
    retention_pins: {},
    imported: {},
    imported_as: {},
    imported_photos: [],
  };
}

const settingsByJson = new WeakMap<JsonObject, Settings>();

/** What the rules go by on this device. Of what a newer server says and this app cannot read, nothing is taken: the server judges. */
export function settingsOf({ settings }: ReplicaMetadata): Settings {
  if (!settings) return defaultSettings;
  const known = settingsByJson.get(settings) ?? settingsSchema.safeParse(settings).data ?? defaultSettings;
  settingsByJson.set(settings, known);
  return known;
}
