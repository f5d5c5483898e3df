/**
 * The endpoint table: every REST endpoint as data. The router, the types of handlers and client, tests and
 * documentation derive from it. An endpoint is one row here and one function in server/rest.
 */
import type * as z from 'zod';
import type { JsonObject } from '../base/json.ts';
import { complianceEndpoints } from './compliance.ts';
import { contractorEndpoints } from './contractors.ts';
import { crewEndpoints } from './crew.ts';
import { documentEndpoints } from './documents.ts';
import { entryEndpoints } from './entries.ts';
import { feedEndpoints } from './feeds.ts';
import { incidentEndpoints } from './incidents.ts';
import { mirrorEndpoints } from './mirrors.ts';
import { notificationEndpoints } from './notifications.ts';
import { organisationEndpoints } from './organisation.ts';
import { permitEndpoints } from './permits.ts';
import { projectExportEndpoints } from './project-exports.ts';
import { projectEndpoints } from './projects.ts';
import { referenceEndpoints } from './reference.ts';
import { tokenEndpoints } from './tokens.ts';
import { webhookEndpoints } from './webhooks.ts';
import { workerEndpoints } from './workers.ts';

export type Endpoints = typeof projectEndpoints &
  typeof projectExportEndpoints &
  typeof documentEndpoints &
  typeof entryEndpoints &
  typeof crewEndpoints &
  typeof feedEndpoints &
  typeof referenceEndpoints &
  typeof organisationEndpoints &
  typeof tokenEndpoints &
  typeof permitEndpoints &
  typeof incidentEndpoints &
  typeof workerEndpoints &
  typeof contractorEndpoints &
  typeof complianceEndpoints &
  typeof notificationEndpoints &
  typeof webhookEndpoints &
  typeof mirrorEndpoints;
export const endpoints: Endpoints = {
  ...projectEndpoints,
  ...projectExportEndpoints,
  ...documentEndpoints,
  ...entryEndpoints,
  ...crewEndpoints,
  ...feedEndpoints,
  ...referenceEndpoints,
  ...organisationEndpoints,
  ...tokenEndpoints,
  ...permitEndpoints,
  ...incidentEndpoints,
  ...workerEndpoints,
  ...contractorEndpoints,
  ...complianceEndpoints,
  ...notificationEndpoints,
  ...webhookEndpoints,
  ...mirrorEndpoints,
};
export type EndpointName = keyof Endpoints;

/** `{project: string}` of `/api/v1/projects/{project}`. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Param in Name]: string } & ParamsOf<Rest>
  : unknown;

/** What a handler receives: the parsed value. */
export type ReadAs<Name extends EndpointName, Member extends 'query' | 'body'> =
  Endpoints[Name] extends Readonly<Record<Member, infer Schema extends z.ZodType>> ? z.output<Schema> : unknown;

/** What a caller sends; any JSON if the schema does not say. */
export type SentAs<Name extends EndpointName, Member extends 'query' | 'body' | 'fields'> =
  Endpoints[Name] extends Readonly<Record<Member, infer Schema extends z.ZodType>>
    ? unknown extends z.input<Schema>
      ? JsonObject
      : z.input<Schema>
    : unknown;

/** The JSON of the response; `null` if it has no body, a file if it is not JSON. */
export type ReplyOf<Name extends EndpointName, File> = Endpoints[Name]['reply'] extends infer Reply
  ? Reply extends z.ZodType
    ? z.output<Reply>
    : Reply extends 'file'
      ? File
      : null
  : never;
