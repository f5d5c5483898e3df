/** What is checked before the start of the work: isolations, the gas, and other things. A permit keeps each as a sentence. */
import type { Permit } from './types.ts';

/** As the rules have them, in words. */
export const gasLimits = 'oxygen 19.5 to 23.5 %, flammable gas below 10 % LEL, CO below 20 ppm, H₂S below 5 ppm';
export const readings = [
  ['o2_percent', 'Oxygen', '%'],
  ['lel_percent', 'Flammable gas', '% LEL'],
  ['co_ppm', 'Carbon monoxide', 'ppm'],
  ['h2s_ppm', 'Hydrogen sulphide', 'ppm'],
] as const;

/** In one line. */
export function readingsOf(test: Permit['atmosphere_tests'][number]): string {
  return readings
    .filter(([name]) => typeof test[name] === 'number')
    .map(([name, word, unit]) => `${word} ${test[name]} ${unit}`)
    .join(' · ');
}

const gasCheck = `Gas tested: ${gasLimits}`;
const isolated = 'Isolated: ';

export interface Asked {
  readonly isolations: readonly string[];
  readonly isGasTested: boolean;
  readonly others: readonly string[];
}

export function checksOf(checks: Permit['checks']): Asked {
  const items = checks.map(({ item }) => item);
  return {
    isolations: items.flatMap((item) => (item.startsWith(isolated) ? [item.slice(isolated.length)] : [])),
    isGasTested: items.includes(gasCheck),
    others: items.filter((item) => !item.startsWith(isolated) && item !== gasCheck),
  };
}

export function itemsOf({ isolations, isGasTested, others }: Asked): string[] {
  return [...isolations.map((system) => isolated + system), ...(isGasTested ? [gasCheck] : []), ...others];
}

/** What the permit asks to isolate and nobody has recorded yet. */
export function toIsolate({ checks, isolations }: Pick<Permit, 'checks' | 'isolations'>): string[] {
  const done = new Set(isolations.map(({ system }) => system));
  return checksOf(checks).isolations.filter((system) => !done.has(system));
}
