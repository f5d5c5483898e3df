/** Labels of content fields in exports, where a field's declaration gives one. */
import { documentDeclarations } from './document/shape.ts';
import { entryResources } from './entry-kinds.ts';

/** By field name. */
export const printedLabels: ReadonlyMap<string, string> = new Map(
  [documentDeclarations(), ...Object.values(entryResources).map(({ fields }) => fields)].flatMap((fields) =>
    Object.entries(fields).flatMap(([name, { label }]) => (label === undefined ? [] : [[name, label] as const])),
  ),
);
