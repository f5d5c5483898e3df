/** Registers, matrix, incident sheet and index of a pack, as files (rules EX62 to EX67). */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import type { DocumentModel } from '../../server/export/model/blocks.ts';
import { buildReport } from '../../server/export/model/reports/build.ts';
import { renderExport } from '../../server/export/render.ts';
import type { ReportInput } from '../../server/export/report-input.ts';
import { docxFaults } from './docx-faults.ts';
import { rowsOf, tablesOf, wordsOf } from './model-words.ts';
import { readPdf, squeezed } from './reading.ts';
import {
  incidentSheetInput,
  permitRegisterInput,
  permitSheetInput,
  samplePermits,
  sampleReports,
} from './report-inputs.ts';
import { readTags } from './tag-faults.ts';

/** The value beside a name in a table of facts. */
function factsOf(model: DocumentModel): ReadonlyMap<string, string> {
  const rows = model.blocks.flatMap((block) => (block.kind === 'table' && !block.header ? rowsOf(block) : []));
  return new Map(rows.map(([name = '', value = '']) => [name, value]));
}

describe('permit register', () => {
  test('[EX62] permits are in the order of time, each with people, times, state and outcome', () => {
    const input = permitRegisterInput({ permits: samplePermits.toReversed() });
    const rows = rowsOf(tablesOf(buildReport(input))[0]);
    expect(rows.map(([number = '']) => number.split('\n')[0])).toEqual(['PTW-HW-0042', 'PTW-DIG-0012', 'PTW-CS-0003']);
    const [, place, holder, issuer, from, to, state, history = ''] = rows[0] ?? [];
    expect([place, holder, issuer, from, to, state]).toEqual([
      'Level 9 plant deck, grid F2 to F4\nBlock C tower',
      'Rhys Morgan',
      'Sinéad Gallagher',
      '12 Nov 2026, 08:00 GMT',
      '12 Nov 2026, 14:00 GMT',
      'Closed',
    ]);
    for (const what of ['Suspended', 'Resumed', 'Handed back', 'Closed'])
      expect(squeezed(history)).toMatch(new RegExp(squeezed(`${what}: 12 Nov 2026,`)));
    expect(squeezed(history)).toContain(squeezed('by Sinéad Gallagher: Wind 9.1 m/s, screens lifting'));
  });

  test('[EX62] the register of many permits repeats its header on every landscape page', async () => {
    const permits = Array.from({ length: 40 }, (_, i) => ({ ...samplePermits[i % 3], permit_number: `PTW-${i}` }));
    const { drawn, margins } = await readPdf((await renderExport(permitRegisterInput({ permits }))).bytes);
    expect(drawn.length).toBeGreaterThan(2);
    for (const page of drawn) expect(squeezed(page)).toContain(squeezed('Holder Issuer Valid from'));
    expect(new Set(margins.map(({ size }) => size))).toEqual(new Set(['841.89 x 595.28']));
  });

  test('[EX62] an extension, a hand-over and a cancellation say by whom', () => {
    const person = (name: string) => ({ id: null, name });
    const permit = {
      permit_number: 'PTW-1',
      state: 'cancelled',
      extensions: [
        { from: '2026-11-12T14:00:00Z', to: '2026-11-12T16:00:00Z', by: person('Ada'), at: '2026-11-12T13:00:00Z' },
      ],
      handovers: [{ at: '2026-11-12T12:00:00Z', from: person('Ben'), to: person('Cem'), role: 'holder' }],
      cancelled_at: '2026-11-12T15:00:00Z',
      cancelled_by: person('Dee'),
      cancel_reason: 'Storm',
    };
    const words = squeezed(wordsOf(buildReport(permitRegisterInput({ permits: [permit] }))));
    for (const said of ['13:00 GMT, by Ada', 'by Ben to Cem', '15:00 GMT, by Dee: Storm'])
      expect(words).toContain(squeezed(said));
  });

  test('[EX69] the sheet of a permit says by whom it was closed or cancelled', () => {
    const wordsOfEnd = (permit: JsonObject) =>
      squeezed(wordsOf(buildReport(permitSheetInput({ permit: { permit_number: 'PTW-1', ...permit } }))));
    const [at, by] = ['2026-11-12T15:00:00Z', { id: null, name: 'Dee' }];
    const closed = wordsOfEnd({ state: 'closed', closed_at: at, closed_by: by });
    const cancelled = wordsOfEnd({ state: 'cancelled', cancelled_at: at, cancelled_by: by });
    expect(closed).toContain(squeezed('Closed: the permit is no longer valid Dee'));
    expect(cancelled).toContain(squeezed('Cancelled: the permit is no longer valid Dee'));
  });

  test('[EX63] the head says what was asked for, and a register without permits says so', () => {
    const asked = { from: '2026-11-01', until: '2026-11-30', states: ['open', 'work_complete'], permits: [] };
    const words = wordsOf(buildReport(permitRegisterInput(asked)));
    expect(words).toContain('In force from 1 Nov 2026 until 30 Nov 2026');
    expect(words).toContain('State: open, work complete');
    expect(words).toContain('No permit was in force at that time in these states.');
    expect(wordsOf(buildReport(permitRegisterInput({ permits: [] })))).toContain(
      'No permit to work has been recorded.',
    );
  });
});

describe('incident sheet', () => {
  const injured = {
    name: 'Ada Crew',
    age: 41,
    person_type: 'self_employed',
    injury_severity: 'over_seven_day',
    body_part: 'Left wrist',
    days_lost: 9,
    taken_to_hospital: true,
  };
  const incident = {
    ...incidentSheetInput().incident,
    occurred_at: '2026-07-01T23:30:00Z',
    injured_persons: [injured],
    riddor_category: 'undetermined',
    riddor_suggested: 'over_seven_day',
    riddor_due_on: '2026-07-17',
  };

  test('[EX66] the sheet has what an F2508 asks, in the organisation’s zone, and what lacks', () => {
    const facts = factsOf(buildReport(incidentSheetInput({ incident })));
    expect(Object.fromEntries(facts)).toMatchObject({
      'Reported by': 'Gareth Pugh',
      'E-mail': 'sinead@harrowlyle.example',
      Organisation: 'Harrowlyle Construction Ltd',
      Date: '2 Jul 2026',
      Time: '00:30 BST',
      'Local authority': 'Not recorded',
      Name: 'Ada Crew',
      Sex: 'Not recorded',
      'At work as': 'Self-employed and at work',
      'Part of the body': 'Left wrist',
      'Days lost, without the day of the accident': '9',
      'Dangerous occurrence': 'Not reported as one',
      'Decided by a person': 'Not decided yet',
      'The recorded facts suggest': 'Over seven days',
      'Report due by': '17 Jul 2026',
    });
    expect(facts.get('What happened')).toContain('Spade cut the outer sheath');
  });

  test('[EX66] an anonymous report names nobody, and one without injured people says so', () => {
    const words = wordsOf(buildReport(incidentSheetInput({ reporter: null }, 2)));
    expect(words).toContain('Anonymous report: nobody is named');
    expect(words).toContain('Nobody is recorded as injured.');
  });

  test('[EX66] the sheet of an incident without injured people takes one page', async () => {
    expect((await renderExport(incidentSheetInput())).pages).toBe(1);
  });

  test('[EX67] a sheet without personal details says they are withheld, not unknown', () => {
    const hidden = { name: null, age: null, body_part: null, days_lost: null, taken_to_hospital: null };
    const partial = { ...incident, injured_persons: [{ ...injured, ...hidden }] };
    const facts = factsOf(buildReport(incidentSheetInput({ incident: partial, isWhole: false, reporter: null })));
    const personal = ['Name', 'Age', 'Part of the body', 'Taken from the scene to hospital', 'Telephone', 'E-mail'];
    for (const name of personal) expect(facts.get(name)).toBe('Withheld: a personal detail');
    expect(facts.get('Kind of injury')).toBe('Over seven days');
  });
});

describe('reports', () => {
  const pages: Readonly<Record<string, number>> = {
    'permit-register': 1,
    'briefing-matrix': 3,
    'incident-sheet': 2,
    'permit-sheet': 1,
    'pack-index': 1,
  };

  test.for(Object.entries(sampleReports))(
    '[EX36] the tags and the parts of a report hold, and it keeps to its pages: %s',
    async ([name, input]) => {
      const pdf = await renderExport(input);
      expect((await readTags(pdf.bytes)).faults).toEqual([]);
      expect(pdf.pages).toBeLessThanOrEqual(pages[name] ?? 0);
      expect(docxFaults((await renderExport({ ...input, format: 'docx' })).bytes)).toEqual([]);
      expect((await renderExport(input)).sha256).toBe(pdf.sha256);
    },
  );

  test.for(Object.entries(sampleReports))('[EX25] no code, id or ISO date is printed in a report: %s', ([, input]) => {
    const offences = wordsOf(buildReport(input).blocks)
      .split('\n')
      .filter((words) =>
        /(?<![\w@./ -])[a-z]+(?:_[a-z0-9]+)+(?![\w@./])|[0-9a-f]{8}-[0-9a-f]{4}-|\d{4}-\d{2}-\d{2}|^(?:null|undefined|NaN)$|\[object/.test(
          words,
        ),
      );
    expect(offences).toEqual([]);
  });

  test.for(Object.entries(sampleReports))(
    '[EX13] hostile text in every field stops no report: %s',
    async ([, input]) => {
      const attack = '\u202e<w:p>&]]>\ud800\u0000';
      const put = (value: Json | undefined): Json | undefined => {
        if (typeof value === 'string') return attack;
        if (typeof value !== 'object' || value === null) return value;
        if (Array.isArray(value)) return value.map((entry: Json) => put(entry) ?? null);
        return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, put(member)]));
      };
      // The form and the format are the server's own.
      const { form, format } = input;
      const attacked = {
        ...(put(input as unknown as Json) as object),
        form,
        format,
        photos: {},
      } as unknown as ReportInput;
      expect((await renderExport(attacked)).pages).toBeGreaterThan(0);
      expect(docxFaults((await renderExport({ ...attacked, format: 'docx' })).bytes)).toEqual([]);
    },
  );
});
