/** HTML as a tagged template: every value is text, unless it is HTML already. */

export interface Html {
  readonly html: string;
}

type Value = string | number | Html | readonly Html[];

export function html(texts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: texts.reduce((whole, text, i) => whole + markup(values[i - 1] ?? '') + text) };
}

export const nothing: Html = { html: '' };

function markup(value: Value): string {
  if (typeof value === 'object') return 'html' in value ? value.html : value.map((each) => each.html).join('');
  return String(value)
    .toWellFormed()
    .replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
