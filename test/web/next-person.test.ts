/** One tab, and two who sign in there one after the other. */
import { expect, test } from 'vitest';
import { setPageUser, tellOtherTabs } from '../../web/office/base/page-user.ts';
import { keptInTab } from '../../web/office/base/unsaved.ts';

test('[WB461] what one person wrote in a tab is not there for the next', () => {
  const dropped: string[] = [];
  setPageUser('ada');
  keptInTab.set('a review', () => dropped.push('a review'));
  tellOtherTabs();
  setPageUser('ada');
  expect([...keptInTab.keys()]).toEqual(['a review']);
  tellOtherTabs();
  setPageUser('bo');
  expect([dropped, keptInTab.size]).toEqual([['a review'], 0]);
});
