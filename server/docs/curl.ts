/** The call of an operation as one would type it: real ids, a real body, the token from the environment. */
import type { Json } from '../../shared/base/json.ts';
import type { Operation, Parameter } from './openapi/types.ts';

export function curlOf(server: string, method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).filter((each): each is Parameter => 'name' in each);
  const content = operation.requestBody?.content ?? {};
  const json = content['application/json'];
  const body = Object.values(json?.examples ?? {})[0]?.value;
  const lines = [
    method === 'get'
      ? `curl ${quoted(server + filled(path, parameters))}`
      : `curl -X ${method.toUpperCase()} ${quoted(server + filled(path, parameters))}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`]),
    ...('multipart/form-data' in content ? [`-F ${quoted('photos[]=@north-elevation.jpg')}`] : []),
    ...(isFile(operation) ? ['-OJ'] : []),
  ];
  return lines.join(' \\\n  ');
}

function filled(path: string, parameters: readonly Parameter[]): string {
  const examples = new Map(parameters.map(({ name, example }) => [name, text(example ?? name)]));
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map(({ name, example }) => `${name}=${text(example ?? '')}`);
  return (
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => examples.get(name) ?? name) +
    (query.length > 0 ? `?${query.join('&')}` : '')
  );
}

function text(value: Json): string {
  return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Nothing in it means anything to a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function isFile({ responses }: Operation): boolean {
  const done = responses['200'];
  return done !== undefined && 'headers' in done && done.headers?.['Content-Disposition'] !== undefined;
}
