/** What the review says that differs. */
import { expect, test } from 'vitest';
import { contentFields } from '../../shared/model/declared-fields.ts';
import { documentDeclarations } from '../../shared/resources/document/shape.ts';
import { entryResources } from '../../shared/resources/entry-kinds.ts';
import { changesBetween } from '../../web/office/documents/review/changes.ts';

const names = new Map([['s2', 'North stair']]);

test('[WB334] the review shows a change of each field that an approval seals', () => {
  const unseen = contentFields(documentDeclarations)
    .filter((field) => field !== 'version')
    .filter((field) => changesBetween({}, { [field]: 'other' }, names).length === 0);
  const inEntries = Object.values(entryResources).flatMap(({ fields, entry: { member } }) =>
    contentFields(fields)
      .filter((field) => {
        const value = field === 'photos' ? [{ id: 'p1' }] : 'other';
        return (
          changesBetween({ [member]: [{ id: 'a' }] }, { [member]: [{ id: 'a', [field]: value }] }, names).length === 0
        );
      })
      .map((field) => `${member} ${field}`),
  );
  expect([...unseen, ...inEntries]).toEqual([]);
});

test('[WB334] the review shows another site by name, another order, and another picture', () => {
  const photo = (id: string) => [{ id, caption: 'Edge' }];
  const before = {
    site_id: 's1',
    hazards: [
      { id: 'a', name: 'Fall', photos: photo('p1') },
      { id: 'b', name: 'Dust' },
    ],
  };
  const after = {
    site_id: 's2',
    hazards: [
      { id: 'b', name: 'Dust' },
      { id: 'a', name: 'Fall', photos: photo('p2') },
    ],
  };
  const changes = changesBetween(before, after, names).flatMap((entry) => entry.changes);
  expect(changes.map(({ label, after: is }) => `${label}: ${is}`)).toEqual([
    'Site: North stair',
    'Order: Dust\nFall',
    'Photos and sheets: Caption: Edge (another file)',
  ]);
});
