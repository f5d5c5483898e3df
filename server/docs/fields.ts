/** A schema as a table: one row a field, what stands inside it indented below, and a link where it is a shape with a name. */
import type { Schema, Schemas } from './openapi/types.ts';
import { anchors } from './anchors.ts';
import { type Html, html, inline, type HtmlValue } from './html.ts';

interface Row {
  readonly name: string;
  readonly depth: number;
  readonly required: boolean;
  readonly schema: Schema;
}

/** What is sent says what it must hold; what is read says what it may lack. */
type Side = 'sent' | 'read';

/** A schema that is a name is opened once, at the top. */
export function fieldTable(schema: Schema, schemas: Schemas, side: Side): Html {
  const rows = rowsOf(opened(schema, schemas), 0);
  if (rows.length === 0) return html`<p class="quiet">No fields.</p>`;
  return html`<table class="fields">
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Type</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((each) => row(each, side))}
    </tbody>
  </table>`;
}

export function opened(schema: Schema, schemas: Schemas): Schema {
  return (schema.$ref && schemas[nameOf(schema.$ref)]) || schema;
}

export function nameOf($ref: string): string {
  return $ref.split('/').at(-1) ?? '';
}

function rowsOf(schema: Schema, depth: number): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const { element, brackets } = innermost(field);
    const required = schema.required?.includes(name) ?? false;
    return [{ name: name + brackets, depth, required, schema: field }, ...rowsOf(element, depth + 1)];
  });
}

/** The shape inside lists of lists. */
function innermost(schema: Schema): { readonly element: Schema; readonly brackets: string } {
  if (!schema.items) return { element: schema, brackets: '' };
  const { element, brackets } = innermost(schema.items);
  return { element, brackets: `[]${brackets}` };
}

function row({ name, depth, required, schema }: Row, side: Side): Html {
  const limits = limitsOf(schema);
  return html`<tr>
    <td class="${`depth-${Math.min(depth, 4)}`}">
      <code>${name}</code
      >${side === 'sent' && required && html` <span class="required">required</span>`}${side === 'read' && !required && html` <span class="place">optional</span>`}
    </td>
    <td>${typeOf(schema)}</td>
    <td>
      ${schema.description && html`<div>${inline(schema.description)}</div>`}
      ${limits && html`<div class="limits">${limits}</div>`} ${valuesOf(schema)}
    </td>
  </tr>`;
}

export function typeOf(schema: Schema): Html {
  const { $ref, type, anyOf, items, format } = schema;
  if ($ref) return html`<a href="#${anchors.schema(nameOf($ref))}">${nameOf($ref)}</a>`;
  if (anyOf) return html`${joined(anyOf.map(typeOf), ' or ')}`;
  if (items) return html`list of ${typeOf(items)}${Array.isArray(type) && ' or null'}`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  const types = typeof type === 'string' ? [type] : (type ?? ['any']);
  return html`${types.map((each) => (each === 'string' && format ? format : each)).join(' or ')}`;
}

/** In words: `1 to 160 characters`, `at most 40`. */
export function limitsOf(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema;
  const told = [
    range(minLength, maxLength, 'characters'),
    range(minimum, maximum),
    range(minItems, maxItems, 'entries'),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    pattern ? `pattern ${pattern}` : '',
    schema.items && !schema.items.properties ? limitsOf(schema.items) : '',
  ];
  return told.filter(Boolean).join('; ');
}

function range(from: number | undefined, to: number | undefined, unit = ''): string {
  const words = from === undefined ? `at most ${to}` : to === undefined ? `at least ${from}` : `${from} to ${to}`;
  if (from === undefined && to === undefined) return '';
  return `${from === to ? `exactly ${to}` : words} ${unit}`.trim();
}

const few = 8;

/** Long lists are folded. */
export function valuesOf(schema: Schema): Html | undefined {
  const values = (schema.enum ?? schema.items?.enum)?.filter((value) => value !== null);
  if (!values) return undefined;
  const shown = html`<div class="values">${values.map((value) => html`<code>${String(value)}</code>`)}</div>`;
  return values.length <= few
    ? shown
    : html`<details>
        <summary>${values.length} values</summary>
        ${shown}
      </details>`;
}

export function joined(parts: readonly HtmlValue[], between: string): HtmlValue[] {
  return parts.flatMap((part, i) => (i === 0 ? [part] : [between, part]));
}
