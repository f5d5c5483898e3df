/** Pages and tags of the prints that `content.test.ts` does not read whole (rules EX26 and EX36). */
import { expect, test } from 'vitest';
import type { ExportInput } from '../../server/export/input.ts';
import { renderExport } from '../../server/export/render.ts';
import { inputOf, sampleRecords } from './inputs.ts';
import { readTags } from './tag-faults.ts';

const draftWithConflict: Partial<ExportInput> = {
  version: null,
  content_hash: null,
  approval: null,
  watermark: 'draft',
  conflicts: [
    {
      record_kind: 'document',
      record_id: '',
      field: 'title',
      theirs: 'Dust',
      mine: 'Silica',
      kept: 'theirs',
      state: 'open',
    },
  ],
};

/** Most pages of each. */
const others = {
  assessment: [8, () => inputOf('assessment')],
  method: [5, () => inputOf('method')],
  'a draft with conflicts': [3, () => inputOf('talk', draftWithConflict)],
  'the register alone': [7, () => inputOf('rams', { form: 'register', signoffs: sampleRecords('signoffs.json') })],
  'a permit for display': [1, () => inputOf('permit', { form: 'display' })],
} as const satisfies Readonly<Record<string, readonly [number, () => ExportInput]>>;

test.for(Object.entries(others))(
  '[EX26] [EX36] it keeps to its pages, and its tags hold: %s',
  async ([, [most, input]]) => {
    const { bytes, pages } = await renderExport(input());
    expect(pages).toBeLessThanOrEqual(most);
    expect((await readTags(bytes)).faults).toEqual([]);
  },
);
