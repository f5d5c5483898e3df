/** The docs page, drawn from the OpenAPI document alone: no script, one style sheet, nothing from elsewhere. */
import { guide } from './openapi/guide.ts';
import { parts } from './openapi/names.ts';
import { problemEntries } from './openapi/problem-codes.ts';
import { methods, type OpenApi, type Paths } from './openapi/types.ts';
import { anchors, documentPath, stylePath } from './anchors.ts';
import { fieldTable, valuesOf } from './fields.ts';
import { type Html, html, inline, prose } from './html.ts';
import { operationBlock, parameterTable, type Placed } from './operation.ts';

export function docsPage(document: OpenApi): string {
  const areas = areasOf(document);
  const schemas = namedShapes(document);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title}</title>
        <link rel="stylesheet" href="${stylePath}" />
      </head>
      <body>
        <a class="skip" href="#top">To the text</a>
        <nav aria-label="Contents">${contents(areas, document, schemas)}</nav>
        <main id="top">
          <header>
            <h1>${document.info.title}</h1>
            <p class="lead">${String(document.info['summary'] ?? '')}</p>
            <p class="quiet">
              <code>${document.servers[0]?.url ?? ''}</code> ·
              <a href="${documentPath}">OpenAPI ${document.openapi}</a> ·
              ${areas.reduce((count, { operations }) => count + operations.length, 0)} operations
            </p>
          </header>
          <section id="guide" class="guide">
            ${guide.map(
              ({ title, text }) =>
                html`<div>
                  <h2>${title}</h2>
                  ${prose(text)}
                </div>`,
            )}
          </section>
          ${areas.map((area) => areaBlock(area, document))} ${eventBlock(document)} ${problemBlock()}
          ${shapeBlock(schemas, document)}
        </main>
      </body>
    </html>`.text;
}

interface Area {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Placed[];
}

function areasOf({ tags, paths }: OpenApi): Area[] {
  const placed = operationsOf(paths);
  return tags
    .map(({ name, description }) => ({
      name,
      description,
      operations: placed.filter(({ operation }) => operation.tags.includes(name)),
    }))
    .filter(({ operations }) => operations.length > 0);
}

function operationsOf(paths: Paths): Placed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      const aliases = methods.filter((other) => item[other]?.['x-alias-of'] === operation?.operationId);
      return operation && !operation['x-alias-of'] ? [{ method, path, operation, aliases }] : [];
    }),
  );
}

/** Shapes that are not told in full where they are used. */
function namedShapes({ components }: OpenApi): string[] {
  return Object.keys(components.schemas).filter((name) => !/(?:Body|Event)$/.test(name) || name === 'Event');
}

/** Parts of records are sent as well as read. */
function isSent(name: string): boolean {
  return name in parts || name.endsWith('Input');
}

function contents(areas: readonly Area[], { webhooks }: OpenApi, schemas: readonly string[]): Html {
  const entry = (anchor: string, text: string): Html => html`<li><a href="#${anchor}">${text}</a></li>`;
  const group = (anchor: string, title: string, entries: readonly Html[]): Html =>
    html`<details>
      <summary><a href="#${anchor}">${title}</a></summary>
      <ul>
        ${entries}
      </ul>
    </details>`;
  return html`<details class="contents">
    <summary>Contents</summary>
    <a class="home" href="#top">Sitefile API</a>
    ${areas.map(({ name, operations }) =>
      group(
        anchors.area(name),
        name,
        operations.map(
          ({ method, operation }) =>
            html`<li>
              <a href="#${anchors.operation(operation.operationId)}"
                ><span class="method small ${method}">${method}</span> ${operation.operationId}</a
              >
            </li>`,
        ),
      ),
    )}
    ${group(
      'events',
      'Events',
      Object.keys(webhooks).map((name) => entry(anchors.event(name), name)),
    )}
    ${group(
      'problems',
      'Problems',
      problemEntries.map(({ code }) => entry(anchors.problem(code), code)),
    )}
    ${group(
      'shapes',
      'Shapes',
      schemas.map((name) => entry(anchors.schema(name), name)),
    )}
  </details>`;
}

function areaBlock({ name, description, operations }: Area, document: OpenApi): Html {
  return html`<section id="${anchors.area(name)}" class="area">
    <h2>${name}</h2>
    <p class="lead">${inline(description)}</p>
    ${operations.map((placed) => operationBlock(placed, document))}
  </section>`;
}

function eventBlock(document: OpenApi): Html {
  const { webhooks } = document;
  const [first] = Object.values(webhooks);
  return html`<section id="events" class="area">
    <h2>Events</h2>
    <p class="lead">What webhooks are sent, and what the event feed holds. Verify the signature over the raw body.</p>
    ${first?.post && parameterTable(first.post, document)}
    ${Object.entries(webhooks).map(([name, { post }]) => {
      const media = post?.requestBody?.content['application/json'];
      const example = Object.values(media?.examples ?? {})[0]?.value;
      return html`<article class="operation" id="${anchors.event(name)}">
        <h3><code class="path">${name}</code></h3>
        <div class="columns">
          <div class="told">
            <p class="summary">${inline(post?.summary ?? '')}</p>
            ${media && fieldTable(media.schema, document.components.schemas, 'read')}
          </div>
          <div class="shown">
            ${
              example !== undefined &&
              html`<h4>Body</h4>
                <pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>`
            }
          </div>
        </div>
      </article>`;
    })}
  </section>`;
}

function problemBlock(): Html {
  return html`<section id="problems" class="area">
    <h2>Problems</h2>
    <p class="lead">The closed list of codes. The <code>type</code> of a problem is an address that leads here.</p>
    <table class="fields problems">
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Status</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${problemEntries.map(
          ({ code, status, meaning }) =>
            html`<tr id="${anchors.problem(code)}">
              <td><code>${code}</code></td>
              <td>${status}</td>
              <td>${inline(meaning)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function shapeBlock(names: readonly string[], { components }: OpenApi): Html {
  return html`<section id="shapes" class="area">
    <h2>Shapes</h2>
    <p class="lead">Records and their parts, as replies show them.</p>
    ${names.map((name) => {
      const schema = components.schemas[name] ?? {};
      return html`<article class="shape" id="${anchors.schema(name)}">
        <h3>${name}</h3>
        ${schema.description && html`<p class="summary">${inline(schema.description)}</p>`}
        ${schema.enum ? valuesOf(schema) : fieldTable(schema, components.schemas, isSent(name) ? 'sent' : 'read')}
      </article>`;
    })}
  </section>`;
}
