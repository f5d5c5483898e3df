/** What a worker has to know of a substance, in the order in which it is needed: what it does, what to do and wear, and when it goes wrong. */
import { plain, type Substance } from '../../base/content.ts';
import type { substanceWords } from '../../words/en-substance.ts';

export interface Points {
  readonly title: string;
  readonly lines: readonly (readonly [what: string, how: string])[];
}

type Said = typeof substanceWords;
type Line = readonly [what: string, how: string | null | undefined];

/** Without those of which the assessment says nothing. */
export function pointsOf(substance: Substance, words: Said): readonly Points[] {
  const { spill, environmental, fire, storage, incompatible_materials: apart, disposal } = substance;
  return [
    points(words.whatItDoes, doesOf(substance).map(alone)),
    points(words.whatToDo, [
      ...(substance.controls ?? []).map(({ description }) => alone(description)),
      [words.extraction, substance.lev?.type],
      alone(substance.hygiene),
    ]),
    points(words.wear, wearOf(substance, words).map(alone)),
    points(words.firstAid, firstAidOf(substance, words)),
    points(words.spill, [alone(spill), [words.environmental, environmental]]),
    points(words.fire, [
      [words.media, fire?.media],
      [words.unsuitable, fire?.unsuitable],
      alone(fire?.special_hazards),
    ]),
    points(words.limits, limitsOf(substance, words)),
    points(words.healthChecks, [alone(substance.health_surveillance_detail)]),
    points(words.storage, [alone(storage), [words.keepFrom, apart?.join(', ')], [words.waste, disposal?.route]]),
  ].filter(({ lines }) => lines.length > 0);
}

/** All that its sheet says in words, each fact with what it is about. */
export function factsOf(substance: Substance, words: Said): string[] {
  const { used_as: use, signal_word: signal, pictograms = [] } = substance;
  return [
    use ?? '',
    words.signalWords[signal ?? ''] ?? '',
    ...pictograms.map((code) => words.signs[code] ?? code),
    ...pointsOf(substance, words).flatMap(({ title, lines }) =>
      lines.map(([what, how]) => [title, what, how].filter(Boolean).join(': ')),
    ),
  ].filter((fact) => fact.trim() !== '');
}

const firstAidWays = ['eyes', 'skin', 'inhalation', 'ingestion'] as const;

export function firstAidOf({ first_aid: aid }: Substance, words: Said): Line[] {
  return firstAidWays.map((way) => [words[way], aid?.[way]] as const);
}

/** Breathing protection first: that it is missing is noticed too late. */
export function wearOf({ rpe, ppe = [] }: Substance, words: Said): string[] {
  const { type, apf, fit_test_required: isFitted } = rpe ?? {};
  const facts = [apf == null ? null : words.factor(apf), isFitted ? words.fitTest : null].filter(Boolean).join(', ');
  const breathing = type ? [facts ? `${plain(type)} (${facts})` : plain(type)] : [];
  return [
    ...breathing,
    ...ppe.map(({ item, specification }) => (specification ? `${plain(item)}: ${specification}` : plain(item))),
  ];
}

/** The effects as they were assessed, else the statements of its label. */
export function doesOf({
  health_effects_acute: acute,
  health_effects_chronic: later,
  hazard_statements,
}: Substance): string[] {
  const effects = [acute, later].filter((each) => each != null && each.trim() !== '') as string[]; // as just asked
  return effects.length > 0 ? effects : (hazard_statements ?? []).map(({ code, text }) => text ?? code);
}

function limitsOf({ wels = [] }: Substance, words: Said): Line[] {
  return wels.map(({ substance, twa_8h: long, stel_15min: short }) => {
    const parts = [
      [long, words.over8h],
      [short, words.over15min],
    ] as const;
    const said = parts.flatMap(([amount, over]) =>
      amount?.value == null ? [] : [`${amount.value} ${amount.unit ?? ''} ${over}`],
    );
    return [substance, said.join(', ')] as const;
  });
}

function alone(line: string | null | undefined): Line {
  return ['', line];
}

function points(title: string, lines: readonly Line[]): Points {
  return { title, lines: lines.flatMap(([what, how]) => (how?.trim() ? [[what, how] as const] : [])) };
}
