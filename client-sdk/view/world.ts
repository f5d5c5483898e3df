/** The world that the shared rules see on a device: the replica, read in advance, because the rules are synchronous. */
import type { Actor } from '../../shared/model/access.ts';
import type { Command } from '../../shared/model/command.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import type { World } from '../../shared/model/resource.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import { settingsOf, type KnownActor, type ReplicaMetadata } from '../disk/replica-metadata.ts';
import type { OverlaidRecord } from './overlay.ts';
import type { Replica } from './replica.ts';

export interface WorldInputs {
  readonly now: string;
  readonly state: ReplicaMetadata;
  /** Null = not known yet. */
  readonly actor: KnownActor | null;
  readonly newId: () => string;
}

/** Holds exactly what the command's kind declares that it reads. */
export async function worldOf(
  command: Command,
  replica: Replica,
  { now, state, actor: user, newId }: WorldInputs,
): Promise<World> {
  const resource = resourceOf(command.kind);
  const target = await replica.record(command.id);
  const set: JsonObject = 'set' in command ? command.set : {};
  const action = command.op === 'act' ? command.action : null;
  const args: JsonObject = command.op === 'act' ? command.args : {};
  const settings = settingsOf(state);
  const body = { ...target?.body, ...set };
  const {
    ids = [],
    kinds = [],
    children = [],
  } = resource.reads?.(body, command.id, action, { set, args, settings }) ?? {};
  const named = ids.filter((id) => typeof id === 'string').map((id) => id.toLowerCase());
  const actor = actorFor(user, state);
  const records = await replica.byIds([command.id, ...named]);
  const lists = new Map<string, readonly StoredRecord[]>();
  for (const kind of kinds) lists.set(kind, (await replica.list({ kind })).filter(exists));
  for (const { documentId, kinds: of } of children)
    for (const kind of of)
      lists.set(`${documentId} ${kind}`, (await replica.list({ kind, documentId })).filter(exists));
  return {
    now,
    actor,
    author: actor,
    origin: 'sync',
    isReplica: true,
    settings,
    timezone: state.timezone ?? null,
    newId,
    createdFrom: () => undefined,
    serial: () => null,
    record: (id) => {
      const record = records.get(id);
      return record && exists(record) ? record : undefined;
    },
    hasDigest: () => false,
    needing: () => [],
    children: (documentId, kind) => lists.get(`${documentId} ${kind}`) ?? [],
    all: (kind) => lists.get(kind) ?? [],
  };
}

/** Before the first sync the role is unknown, so only the server checks it. */
function actorFor(user: KnownActor | null, { organisation_id: organisationId }: ReplicaMetadata): Actor {
  return {
    organisationId: organisationId ?? '',
    id: user?.id ?? '',
    name: user?.name ?? '',
    role: user?.role ?? 'owner',
  };
}

/** A record that the server refused to create cannot support others. */
function exists({ isOrphan }: OverlaidRecord): boolean {
  return !isOrphan;
}
