/** What the office says of a disputed field. */
import { expect, test } from 'vitest';
import { fieldWords } from '../../web/office/base/field-words.ts';
import { disputedText, isWritable } from '../../web/office/documents/disputed-text.ts';

test('[WB142] a disputed project or site has its name, and is not written over', () => {
  const said = (field: string, value: unknown) =>
    `${fieldWords(field)}: ${disputedText(field, value, (place, id) => `${place} named ${id}`)}`;
  expect(said('site_id', 's1')).toBe('site: site_id named s1');
  expect(said('project_id', 'p1')).toBe('project: project_id named p1');
  expect([said('site_id', null), said('title', ''), said('title', 's1')]).toEqual([
    'site: nothing',
    'title: nothing',
    'title: s1',
  ]);
  const writable = ['site_id', 'project_id', 'title'].filter((field) => isWritable(field, 's1'));
  expect([writable, isWritable('title', null), isWritable('severity_after', 3)]).toEqual([['title'], false, true]);
});
