/**
 * What of a new OpenAPI document would break a caller who was written for the old one. A request may only ask for less, a reply may
 * only promise more: a value that is no longer accepted breaks its senders, and a field that may be missing breaks its readers.
 * Further values of a list in a reply are no break: the guide says that such lists may grow.
 */
import { comparedSchemas } from './breaking-schemas.ts';
import {
  methods,
  type Content,
  type OpenApi,
  type Operation,
  type Parameter,
  type Paths,
  type Reference,
} from '../../../server/docs/openapi/types.ts';

/** One sentence a break; empty where every old caller goes on working. */
export function breakingChanges(before: OpenApi, after: OpenApi): string[] {
  return [...comparedPaths(before.paths, after.paths), ...comparedPaths(before.webhooks, after.webhooks)];

  function comparedPaths(old: Paths, now: Paths): string[] {
    return Object.entries(old).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const [was, is] = [item[method], now[path]?.[method]];
        const name = path.startsWith('/') ? `${method.toUpperCase()} ${path}` : path;
        if (!was) return [];
        if (!is) return [now[path] ? `${name} is gone` : `${path} is gone`];
        return comparedOperations(was, is, !path.startsWith('/')).map((change) => `${name}: ${change}`);
      }),
    );
  }

  /** The body of a webhook is read by the caller, as a reply is. */
  function comparedOperations(was: Operation, is: Operation, isWebhook: boolean): string[] {
    return [
      ...(was.operationId === is.operationId ? [] : [`is called ${is.operationId} and was ${was.operationId}`]),
      ...comparedParameters(was, is),
      ...(!was.requestBody?.required && is.requestBody?.required ? ['the body is required'] : []),
      ...comparedContents(was.requestBody?.content, is.requestBody?.content, isWebhook ? 'read' : 'sent', 'body'),
      ...comparedReplies(was, is),
    ];
  }

  function comparedParameters(was: Operation, is: Operation): string[] {
    const old = new Map((was.parameters ?? []).map((each) => keyed(parameterOf(each, before))));
    return (is.parameters ?? []).flatMap((each) => {
      const [key, parameter] = keyed(parameterOf(each, after));
      const standing = old.get(key);
      if (parameter.required && !standing?.required) return [`${key} is required`];
      return standing ? comparedSchemas(pair(standing.schema, parameter.schema), 'sent', key) : [];
    });
  }

  function comparedReplies(was: Operation, is: Operation): string[] {
    return Object.keys(was.responses)
      .filter((status) => status.startsWith('2'))
      .flatMap((status) => {
        const [old, now] = [was.responses[status], is.responses[status]];
        if (!now) return [`${status} is no longer answered`];
        // Only problems are references, and they are not compared.
        const contents = [old, now].map((reply) => (reply && 'content' in reply ? reply.content : undefined));
        return comparedContents(contents[0], contents[1], 'read', status);
      });
  }

  function comparedContents(
    was: Content | undefined,
    is: Content | undefined,
    direction: 'sent' | 'read',
    at: string,
  ): string[] {
    return Object.entries(was ?? {}).flatMap(([type, { schema }]) => {
      const now = is?.[type];
      return now ? comparedSchemas(pair(schema, now.schema), direction, at) : [`${at}: ${type} is gone`];
    });
  }

  function pair(was: Parameter['schema'], is: Parameter['schema']) {
    return { was, is, before: before.components.schemas, after: after.components.schemas };
  }
}

function parameterOf(parameter: Parameter | Reference, { components }: OpenApi): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = components.parameters[parameter.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`${parameter.$ref} leads nowhere`);
  return found;
}

function keyed(parameter: Parameter): readonly [string, Parameter] {
  return [`${parameter.in} parameter ${parameter.name}`, parameter];
}
