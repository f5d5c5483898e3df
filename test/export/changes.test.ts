/** What changed since an earlier approved version, as it is marked in print (rules EX211 and EX212). */
import { describe, expect, test } from 'vitest';
import { renderExport } from '../../server/export/render.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { inputOf, otherDocuments, sampleDocuments } from './inputs.ts';
import { leavesOf } from './leaves.ts';
import {
  comparedInput,
  type Entry,
  modelOf,
  named,
  operatorsOf,
  partOf,
  revised,
  runsIn,
  shown,
  twoVersions,
} from './marked.ts';

/** One section, before and after. */
const ofMethods = (before: Entry, after: Entry) => {
  const content = (entry: Entry): JsonObject => ({ sections: [{ id: 'method', title: 'Method', ...entry }] });
  return comparedInput('rams', content(after), { before: content(before) });
};
const ofBodies = (before: string, after: string) => ofMethods({ body: before }, { body: after });

describe('marks', () => {
  test('[EX211] a note says against what and how changes are marked, and where they are', () => {
    const words = shown(modelOf(twoVersions()).blocks.slice(0, 2));
    expect(words).toContain(
      'Changes against version 1, approved 18 Sept 2026, are marked: [-crossed out-] = removed, [+underlined+] = added.',
    );
    expect(words).toContain('Changed parts: Risk summary; Project and document details; Plant and equipment; Weather');
  });

  test('[EX211] removed words are crossed out in their place, and added ones underlined', () => {
    const model = modelOf(twoVersions());
    expect(partOf(model, 'Weather limits')).toContain('[-9-] [+7+] m/s');
    expect(partOf(model, 'Plant and equipment')).toContain(
      'Four-cup [-single-] [+dual+] circuit, [-800-] [+1,000+] kg, [+audible low-vacuum alarm, replaced+] unit [-VL-092-] [+VL-118+]',
    );
    const register = partOf(model, 'Hazard register');
    expect(register).toContain('[-H 10-][+M 5+]');
    expect(register).toContain('[+Secondary strap under every panel+]');
    expect(partOf(model, 'Scope of works')).not.toMatch(/\[[-+]/);
  });

  test('[EX211] marks are lines as well as colours: a print in black and white has them', async () => {
    const drawn = operatorsOf((await renderExport(twoVersions())).bytes);
    const [removed, added] = ['0.541 0.11 0.075 rg', '0.059 0.353 0.212 rg'];
    for (const ink of [removed, added]) {
      const lines = drawn.match(new RegExp(`${ink} [\\d.-]+ [\\d.-]+ [\\d.]+ (?:0\\.[6-9]|1)[\\d.]* re f`, 'g')) ?? [];
      expect(lines.length).toBeGreaterThan(5);
    }
  });

  test('[EX212] sections that were added, removed, renamed or moved say so', () => {
    const after = revised('rams', ({ sections }) => {
      named(sections, 'Waste')['title'] = 'Waste and recycling';
      sections.splice(sections.indexOf(named(sections, 'Welfare and first aid')), 1);
      const scope = named(sections, 'Scope of works');
      sections.splice(sections.indexOf(scope), 1);
      sections.push(scope, {
        id: 'section-new',
        section_type: 'custom',
        title: 'Night work',
        body: 'Two people at least.',
      });
    });
    const model = modelOf(comparedInput('rams', after));
    expect(partOf(model, 'Waste')).toContain('Waste [+and recycling+]');
    expect(partOf(model, 'Removed: Welfare')).toMatch(/^\[-Welfare and first aid-\]\n\[-/);
    expect(partOf(model, 'Night work')).toContain('[+Night work+]\n[+Two people at least.+]');
    const moved = partOf(model, 'Scope of works');
    expect(moved).toContain('[+Moved: it came after “Project and document details”+]');
    expect(moved.replace(/\[\+Moved[^\]]*\]/, '')).not.toMatch(/\[[-+]/);
    expect(partOf(model, 'Sequence of works')).not.toMatch(/\[[-+]/);
  });

  test('[EX212] a section that was put in anew with the same words is no change', () => {
    const anew = (words: string) =>
      modelOf(
        comparedInput(
          'rams',
          revised('rams', ({ sections }) => {
            const waste = named(sections, 'Waste');
            Object.assign(waste, { id: 'section-anew', body: `${String(waste['body'])}${words}` });
          }),
        ),
      );
    expect(shown(anew('').blocks[1])).toContain('Nothing else that is printed here differs');
    expect(partOf(anew(' Swept daily.'), 'Waste').match(/\[[-+][^\]]*\]/g)).toEqual(['[+Swept daily.+]']);
  });

  test('[EX212] hazards, controls and ratings that were added, removed, moved or changed say so', () => {
    const after = revised('rams', ({ hazards }) => {
      const [moved] = hazards.splice(8, 1);
      hazards.splice(1, 0, moved as Entry);
      const [gone] = hazards.splice(5, 1);
      const first = hazards[0] as Entry;
      const [one, ...others] = first['controls'] as Entry[];
      first['controls'] = [...others, { ...one, hierarchy_level: 'ppe' }];
      hazards.push({ ...gone, id: 'hazard-new', name: 'Dropped tools', description: 'From the basket.', controls: [] });
    });
    const register = partOf(modelOf(comparedInput('rams', after)), 'Hazard register');
    expect(register).toContain('[+Moved: it was number 9+]');
    expect(register.match(/Moved: it was/g)).toHaveLength(1);
    expect(register).toContain('[-Crush between panel and slab, or panel and basket-]');
    expect(register).toContain('[+Dropped tools+]');
    // A control at another level of the hierarchy is taken out there and put in here.
    const control = 'Only one bay removed at a time and only when the panel is airborne';
    expect(register).toContain(`[-${control}-]`);
    expect(register).toContain(`[+${control}+]`);
    // The number of a hazard follows from those before it.
    expect(register).not.toMatch(/\[-\d+-\] ?\[\+\d+\+\]\n[A-Z]/);
  });

  test('[EX212] points that were nested, numbered or counted otherwise are removed and added', () => {
    const [list, nested] = [`- Do not enter unless:\n- isolated`, `- Do not enter unless:\n  - isolated`];
    const method = (before: string, after: string): string => partOf(modelOf(ofBodies(before, after)), 'Method');
    expect(method(nested, list)).toBe('MethodDo not enter unless:\n[-isolated-]\n[+isolated+]\n');
    expect(method('- lift\n- lower', '1. lift\n2. lower')).toContain('[-lift-]\n[+lift+]\n[-lower-]\n[+lower+]\n');
    expect(method('1. lift\n2. lower', '4. lift\n5. lower')).toContain('[-lift-]\n[+lift+]\n[-lower-]\n[+lower+]\n');
    expect(shown(modelOf(ofBodies(nested, list)).blocks[1])).toContain('Changed parts: Method.');
    // What follows from the points before it, and a number that stayed, are no changes.
    expect(method('1. lift\n2. lower', '1. check\n2. lift\n  1. slowly\n3. lower')).toBe(
      'Method[+check+]\nlift\n[+slowly+]\nlower\n',
    );
    expect(method('1. check\n2. lift\n3. lower', '1. check\n3. lower')).toBe('Methodcheck\n[-lift-]\nlower\n');
  });

  test('[EX212] the title of a column that was added, removed or moved is marked', () => {
    const [two, three] = [
      { data: { columns: ['Who', 'Duty'], rows: [['Rigger', 'Slings']] } },
      { data: { columns: ['Who', 'Duty', 'Stop work'], rows: [['Rigger', 'Slings', '']] } },
    ];
    const turned = { data: { columns: ['Duty', 'Who'], rows: [['Slings', 'Rigger']] } };
    const empty = { data: { columns: ['Who', 'Duty'], rows: [] } };
    for (const [before, after, marked] of [
      [two, three, '[+Stop work+] [+(added)+]'],
      [three, two, '[-Stop work-] [-(removed)-]'],
      [two, turned, ' [+(moved)+]'],
      [{}, empty, '[+Who+]\n[+Duty+]'],
    ] as const) {
      const model = modelOf(ofMethods(before, after));
      expect(partOf(model, 'Method')).toContain(marked);
      expect(shown(model.blocks[1])).toContain('Changed parts: Method.');
    }
  });

  test('[EX212] a photo that was moved among the others says so', () => {
    const withPhotos = (...captions: string[]): JsonObject =>
      revised('rams', ({ sections, hazards }) => {
        const photos = captions.map((caption) => ({ id: `photo ${caption}`, caption, alt: '' }));
        for (const entry of [named(sections, 'Waste'), hazards[0] as Entry]) entry['photos'] = photos;
      });
    const before = withPhotos('The gate', 'The hoist', 'The fence');
    const model = modelOf(comparedInput('rams', withPhotos('The fence', 'The gate', 'The hoist'), { before }));
    for (const part of ['Waste', 'Hazard register'])
      expect(partOf(model, part).match(/\[[-+][^\]]*\]/g)).toEqual(['[+Moved photo or sheet: The fence+]']);
  });

  test('[EX212] people, substances and their sheets that were added, removed or changed say so', () => {
    const after = revised('rams', ({ personnel, coshh_assessments: substances }) => {
      personnel.pop();
      (personnel[0] as Entry)['role'] = 'supervisor';
      substances.shift();
      (substances[0] as Entry)['severity_after'] = 4;
      (substances[0] as Entry)['pictograms'] = ['GHS02'];
    });
    const model = modelOf(comparedInput('rams', after));
    const people = partOf(model, 'Personnel');
    expect(people).toContain('[-Site manager-]\n[+Supervisor+]');
    expect(people).toContain('[-Carys Lunn-]');
    const sheets = partOf(model, 'COSHH');
    expect(sheets).toContain('[-1. PU fire-stop gun foam (fictional product "Barrfoam FS 60")-]');
    expect(sheets).toContain('[-L 3-][+L 4+]');
    expect(sheets).toContain('[-GHS07 Exclamation mark: Irritant, harmful, skin sensitiser, narcotic-]');
    // The sheet that is the first now is not another one for that.
    expect(sheets).toContain('1. Isopropanol panel wipe');
    expect(sheets).not.toContain('[-2.');
  });

  test.for(Object.keys({ ...sampleDocuments, ...otherDocuments }) as (keyof typeof sampleDocuments)[])(
    '[EX212] whatever a form prints of the content, a change of it is marked: %s',
    (name) => {
      let count = 0;
      const leaves = new Set(leavesOf(inputOf(name).content).map(({ text }) => text));
      const changed = (value: Json | undefined): Json => {
        if (typeof value === 'string')
          return leaves.has(value) && value.includes(' ') ? `${value} Qz${count++}` : value;
        if (Array.isArray(value)) return value.map(changed);
        if (typeof value !== 'object' || value === null) return value ?? null;
        return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, changed(each)]));
      };
      const { risk_matrix: _matrix, ...content } = inputOf(name).content;
      const runs = runsIn(modelOf(comparedInput(name, changed(content) as JsonObject, { before: content })));
      const unmarked = runs.filter(({ text, change }) => change !== 'added' && /^(?!Changed parts).*Qz\d/.test(text));
      expect(unmarked.map(({ text }) => text)).toEqual([]);
      expect(runs.filter(({ text }) => /Qz\d/.test(text)).length).toBeGreaterThan(10);
    },
  );

  test('[EX212] title, reference, place and dates that changed are marked at the head', () => {
    const { document } = inputOf('rams');
    const input = comparedInput('rams', { ...inputOf('rams').content, work_ends_on: '2026-12-24' });
    const model = modelOf({
      ...input,
      document: { ...document, title: `${document.title} and louvres`, reference: 'HLC-014-RAMS-007A' },
      site: { ...input.site, name: 'Block D tower' },
    });
    const head = shown(model.blocks.slice(0, 4));
    expect(head).toContain('Title: Installation of unitised');
    expect(head).toContain('[+and louvres+]');
    expect(head).toContain('Reference: [-HLC-014-RAMS-007-] [+HLC-014-RAMS-007A+]');
    expect(head).toContain('Block [-C-] [+D+] tower');
    expect(head).toContain('[+');
  });

  test('[EX212] another right answer is marked in the copy for the briefer alone', () => {
    const after = revised('rams', ({ sections }) => {
      const data = named(sections, 'Understanding check')['data'] as { items: Entry[] };
      for (const item of data.items) item['answer_index'] = item['answer_index'] === 0 ? 1 : 0;
    });
    const check = (hasAnswers: boolean): string =>
      partOf(modelOf(comparedInput('rams', after, { include: { quiz_answers: hasAnswers } })), 'Understanding check');
    expect(check(true)).toContain(' [+right answer+]');
    expect(check(true)).toContain(' [-right answer-]');
    expect(check(false)).not.toMatch(/\[[-+]/);
  });
});
