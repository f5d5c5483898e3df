/** What a form prints from: the input, and what every form reads of it in the same way. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { AttachedFiles } from '../attached-file.ts';
import type { ExportInput } from '../input.ts';
import type { Block } from './blocks.ts';
import { numberOf, objectsOf } from './read.ts';
import { type Band, bandsOf } from './risk.ts';

export interface Printed {
  readonly input: ExportInput;
  readonly attached: AttachedFiles;
  readonly timezone: string;
  /** In the author's order, as are the other lists. */
  readonly sections: readonly JsonObject[];
  readonly hazards: readonly JsonObject[];
  readonly substances: readonly JsonObject[];
  readonly people: readonly JsonObject[];
  readonly bands: readonly Band[];
}

/** The blocks of one kind of document, in reading order. */
export type Form = (printed: Printed) => readonly Block[];

export function printedOf(input: ExportInput, attached: AttachedFiles): Printed {
  const { content } = input;
  return {
    input,
    attached,
    timezone: input.organisation.timezone || 'UTC',
    sections: inOrder(content['sections']),
    hazards: inOrder(content['hazards']),
    substances: inOrder(content['coshh_assessments']),
    people: inOrder(content['personnel']),
    bands: bandsOf(content),
  };
}

/** By `position` where it is set, else as stored. */
function inOrder(value: JsonObject[string]): readonly JsonObject[] {
  const last = Number.MAX_SAFE_INTEGER;
  return objectsOf(value).toSorted((a, b) => (numberOf(a['position']) ?? last) - (numberOf(b['position']) ?? last));
}
