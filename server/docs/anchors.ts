/** Where things stand, and where on the page: one name for each, in links and in ids alike. */

export const stylePath = '/docs/style.css';
export const documentPath = '/api/v1/openapi.json';

const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase();

export const anchors = {
  area: (tag: string): string => `area-${plain(tag)}`,
  operation: (operationId: string): string => operationId,
  schema: (name: string): string => `schema-${name}`,
  /** The address of a problem type leads here. */
  problem: (code: string): string => `problem-${code}`,
  event: (name: string): string => `event-${plain(name)}`,
} as const;
