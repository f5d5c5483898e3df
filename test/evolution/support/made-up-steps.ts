/**
 * A made-up history of five schemas that ends in today's shapes, and the way back: what an app of schema 1 would have written, made
 * from what today's app writes.
 *
 * 1 → 2  `heading` of a section became `title`, and `caption` of a hazard became `label`.
 * 2 → 3  a site's `address_text` (street and postcode in one) became `address` and `postcode`.
 * 3 → 4  a hazard's words for severity became numbers; documents are `submit_review`ed, not `hand_in`.
 * 4 → 5  `label` of a hazard became `name`; drawings are no longer kept.
 */
import type { Command } from '../../../shared/model/command.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Step } from '../../../shared/upgrade/step.ts';

const words = ['negligible', 'minor', 'moderate', 'major', 'catastrophic'];

function renamed(from: string, to: string): (fields: JsonObject) => JsonObject {
  return (fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name === from ? to : name, value]));
}

export const madeUpSteps: readonly Step[] = [
  { kinds: { section: { fields: renamed('heading', 'title') }, hazard: { fields: renamed('caption', 'label') } } },
  {
    kinds: {
      site: {
        fields: ({ address_text: both, ...fields }) => {
          if (both === undefined) return fields;
          const [street = '', postcode = ''] = (both as string).split('; '); // throws where it is no text
          return { ...fields, address: street, postcode };
        },
      },
    },
  },
  {
    kinds: {
      hazard: { fields: (fields) => rated(fields, (value) => words.indexOf(value as string) + 1) },
      document: { actions: { hand_in: { action: 'submit_review', args: renamed('remark', 'notes') }, stamp: null } },
    },
  },
  { kinds: { hazard: { fields: renamed('label', 'name') }, drawing: null } },
];

/** What an app of schema 1 would have put in place of these fields. */
export function agedFields(kind: string, fields: JsonObject): JsonObject {
  if (kind === 'section') return renamed('title', 'heading')(fields);
  if (kind === 'hazard')
    return rated(renamed('name', 'caption')(fields), (value) => words[Number(value) - 1] ?? 'negligible');
  if (kind !== 'site' || !('address' in fields || 'postcode' in fields)) return fields;
  const { address, postcode, ...others } = fields;
  return { ...others, address_text: [address, postcode].join('; ') };
}

export function agedCommand(command: Command): Command {
  if (command.op === 'create') return { ...command, set: agedFields(command.kind, command.set) };
  if (command.op === 'patch') {
    const was = command.was && agedFields(command.kind, command.was);
    return { ...command, set: agedFields(command.kind, command.set), ...(was ? { was } : {}) };
  }
  if (command.op === 'act' && command.action === 'submit_review')
    return { ...command, action: 'hand_in', args: renamed('notes', 'remark')(command.args) };
  return command;
}

function rated(fields: JsonObject, turn: (value: unknown) => string | number): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name.startsWith('severity_') && value !== null ? turn(value) : value,
    ]),
  );
}
