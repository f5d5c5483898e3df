/** Two tablets edit one text offline, pattern by pattern (test/shared/text-patterns.ts): both, and the server, end with the same. */
import { describe, expect, test } from 'vitest';
import { withLineFeeds } from '../../shared/base/line-endings.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';
import { textPatterns } from '../shared/text-patterns.ts';

describe.each(engines)('texts on %s', (engine) => {
  test('[MG11] two tablets and the server end with the same text in every pattern', async () => {
    await using world = await openWorld({ engine });
    const [tom, ann] = [await world.device({ seed: 101 }), await world.device({ seed: 102 })];
    const document_id = await tom.documents.create({ title: 'Glulam lift', document_type: 'rams' });
    for (const { name, was } of textPatterns)
      await tom.hazards.create({ document_id, name: name.slice(0, 160), description: was });
    await tom.sync();
    await ann.sync();
    const hazards = await tom.hazards.find({ document_id });
    for (const [i, { theirs, mine }] of textPatterns.entries()) {
      const id = String(hazards[i]?.id);
      await tom.hazards.patch(id, { description: theirs });
      await ann.hazards.patch(id, { description: mine });
    }
    for (const device of [tom, ann, tom]) await device.sync();
    const wanted = textPatterns.map(({ merged, theirs }) => merged ?? withLineFeeds(theirs));
    for (const device of [tom, ann]) {
      expect((await device.hazards.find({ document_id })).map(({ description }) => description)).toEqual(wanted);
      const proposals = (await device.conflicts.find()).map(({ proposal }) => proposal);
      const offered = textPatterns.filter(({ merged }) => merged === null).map(({ proposal }) => proposal);
      expect(new Set(proposals)).toEqual(new Set(offered));
    }
    const path = `/api/v1/documents/${document_id}/hazards?per_page=100`;
    const { body } = await world.api<{ data: { description: string }[] }>('GET', path);
    expect(body.data.map(({ description }) => description)).toEqual(wanted);
  });
});
