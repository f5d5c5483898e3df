/** One endpoint on the docs page: what it does, what it takes, what it answers, what it fires, and how to call it. */
import type { Media, OpenApi, Operation, Parameter, Reference, Response, Schema } from './openapi/types.ts';
import { anchors } from './anchors.ts';
import { curlOf } from './curl.ts';
import { fieldTable, joined, limitsOf, nameOf, opened, typeOf, valuesOf } from './fields.ts';
import { type Html, html, inline } from './html.ts';

export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** Other methods that do the same. */
  readonly aliases: readonly string[];
}

export function operationBlock(placed: Placed, document: OpenApi): Html {
  const { method, path, operation, aliases } = placed;
  const { operationId, summary, requestBody } = operation;
  const methods = [method, ...aliases];
  return html`<article class="operation" id="${anchors.operation(operationId)}">
    <h3>
      ${methods.map((each) => html`<span class="method ${each}">${each.toUpperCase()}</span> `)}<code class="path"
        >${pathWithBreaks(path)}</code
      >
      <a class="anchor" href="#${anchors.operation(operationId)}" aria-label="Link to ${operationId}">#</a>
    </h3>
    <div class="columns">
      <div class="told">
        <p class="summary">${inline(summary)}</p>
        ${facts(operation)} ${parameterTable(operation, document)}
        ${requestBody && bodyBlock(Object.entries(requestBody.content), document)} ${replyList(operation, document)}
      </div>
      <div class="shown">${examples(placed, document)}</div>
    </div>
  </article>`;
}

/** Lines may break after each slash. */
function pathWithBreaks(path: string): Html {
  return html`${joined(path.split(/(?<=\/)/), '\u200b')}`;
}

function facts(operation: Operation): Html {
  const events = operation['x-events'] ?? [];
  const isOpen = operation.security?.some((scheme) => Object.keys(scheme).length === 0);
  return html`<dl class="facts">
    <div>
      <dt>Permission</dt>
      <dd>
        ${operation['x-permission'] ? html`<code>${operation['x-permission']}</code>` : 'any token'}${isOpen && ' or a signed link'}
      </dd>
    </div>
    ${
      events.length > 0 &&
      html`<div>
        <dt>Fires</dt>
        <dd>
          ${joined(
            events.map((name) => html`<a href="#${anchors.event(name)}"><code>${name}</code></a>`),
            ', ',
          )}
        </dd>
      </div>`
    }
    <div>
      <dt>Name</dt>
      <dd><code>${operation.operationId}</code></dd>
    </div>
  </dl>`;
}

export function parameterTable(operation: Operation, document: OpenApi): Html | false {
  const parameters = (operation.parameters ?? []).map((each) => parameterOf(each, document));
  return (
    parameters.length > 0 &&
    html`<h4>Parameters</h4>
      <table class="fields">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${parameters.map(parameterRow)}
        </tbody>
      </table>`
  );
}

function parameterRow({ name, in: place, required, schema, description }: Parameter): Html {
  return html`<tr>
    <td>
      <code>${name}</code>
      <span class="place">${place}</span>${required && html` <span class="required">required</span>`}
    </td>
    <td>${typeOf(schema)}</td>
    <td>
      ${description && html`<div>${inline(description)}</div>`}
      ${limitsOf(schema) && html`<div class="limits">${limitsOf(schema)}</div>`} ${valuesOf(schema)}
    </td>
  </tr>`;
}

function parameterOf(parameter: Parameter | Reference, { components }: OpenApi): Parameter {
  const found = '$ref' in parameter ? components.parameters[nameOf(parameter.$ref)] : parameter;
  if (!found) throw new Error('a parameter of the document leads nowhere');
  return found;
}

function bodyBlock(content: readonly (readonly [string, Media])[], { components }: OpenApi): Html[] {
  return content.map(
    ([type, { schema }]) =>
      html`<h4>Body <span class="quiet">${type}</span></h4>
        ${fieldTable(schema, components.schemas, 'sent')}`,
  );
}

function replyList({ responses }: Operation, document: OpenApi): Html {
  return html`<h4>Replies</h4>
    <ul class="replies">
      ${Object.entries(responses).map(([status, reply]) => replyLine(status, responseOf(reply, document)))}
    </ul>`;
}

function responseOf(reply: Response | Reference, { components }: OpenApi): Response {
  const found = '$ref' in reply ? components.responses[nameOf(reply.$ref)] : reply;
  if (!found) throw new Error('a reply of the document leads nowhere');
  return found;
}

function replyLine(status: string, { description, content, headers, 'x-problem-codes': codes }: Response): Html {
  if (codes)
    return html`<li class="problem">
      <b>${status}</b> ${joined(
        codes.map((code) => html`<a href="#${anchors.problem(code)}"><code>${code}</code></a>`),
        ' ',
      )}
    </li>`;
  const types = Object.entries(content ?? {});
  const schema: Schema | undefined = types[0]?.[1].schema;
  return html`<li>
    <b>${status}</b> ${inline(description)}
    ${schema?.$ref ? typeOf(schema) : html`<span class="quiet">${types.map(([type]) => type).join(', ')}</span>`}
    <div class="quiet">${Object.keys(headers ?? {}).join(', ')}</div>
  </li>`;
}

function examples({ method, path, operation }: Placed, document: OpenApi): Html {
  const server = document.servers[0]?.url ?? '';
  const reply = exampleReply(operation, document);
  return html`<h4>Call</h4>
    <pre tabindex="0"><code>${curlOf(server, method, path, operation)}</code></pre>
    ${
      reply &&
      html`<details>
        <summary>Reply</summary>
        <pre tabindex="0"><code>${reply}</code></pre>
      </details>`
    }`;
}

function exampleReply({ responses }: Operation, { components }: OpenApi): string | undefined {
  const done = Object.entries(responses).findLast(([status]) => status.startsWith('2'))?.[1];
  const media = done && 'content' in done ? done.content?.['application/json'] : undefined;
  const example = media && opened(media.schema, components.schemas).examples?.[0];
  return example === undefined ? undefined : JSON.stringify(example, null, 2);
}
