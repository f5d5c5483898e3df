/** The mandatory sign of ISO 7010 for each piece of protective equipment. */
import isoSigns from '../../../../shared/reference/iso-signs.json' with { type: 'json' };
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import type { Part } from '../blocks.ts';
import { objectOf, plain } from '../read.ts';

type Sign = Extract<Part, { kind: 'signs' }>['signs'][number];
type SignCode = keyof typeof isoSigns;

/** Of each code of the reference list `ppe_item`; null = ISO 7010 has none. */
export const signsOfPpe: Readonly<Record<string, SignCode | null>> = {
  safety_helmet: 'M014',
  safety_helmet_chin_strap: 'M014',
  safety_boots: 'M008',
  high_vis_vest: 'M015',
  high_vis_class3: 'M015',
  safety_glasses: 'M004',
  goggles: 'M004',
  face_shield: 'M013',
  welding_screen: 'M019',
  hearing_protection: 'M003',
  cut_resistant_gloves: 'M009',
  chemical_gloves: 'M009',
  general_gloves: 'M009',
  anti_vibration_gloves: 'M009',
  coveralls: 'M010',
  flame_retardant_clothing: 'M010',
  chemical_suit: 'M010',
  harness_restraint: 'M018',
  harness_fall_arrest: 'M018',
  life_jacket: 'M053',
  knee_pads: null,
  rpe: 'M017',
};

const names: ReadonlyMap<string, { readonly name: string }> = new Map(Object.entries(isoSigns));

/** Of a piece of equipment, or of a code of the reference list `sign_symbol`, such as `P003_no_flame`. */
export function signOf(code: string): Sign | null {
  const wanted = new Map(Object.entries(signsOfPpe)).get(code) ?? code.split('_')[0] ?? '';
  const known = names.get(wanted);
  return known ? { code: wanted, name: known.name } : null;
}

/** Beside its name, which is not printed again below it. Null where there is none. */
export function signBeside(code: string, size: number): Part | null {
  const sign = signOf(code);
  return sign && { kind: 'signs', signs: [sign], bare: true, size, perRow: 1 };
}

/** What is worn with a substance, each sign once. */
export function signsToWear(ppe: readonly JsonObject[], rpe: Json | undefined): readonly Sign[] {
  const type = plain(objectOf(rpe)['type']);
  const codes = [...ppe.map((item) => plain(item['item'])), ...(type && type !== 'none' ? ['rpe'] : [])];
  const signs = codes.flatMap((code) => signOf(code) ?? []);
  return signs.filter(({ code }, i) => signs.findIndex((other) => other.code === code) === i);
}
