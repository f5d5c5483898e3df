/** The risk chip: number and word on the colour of the band. Never the colour alone, never the number alone. */
import { asWords } from './status.ts';

/** Risk = severity × likelihood, 1 to 25; `band` as the server names it. */
export function RiskChip({
  risk,
  band,
  bands = {},
  notRated = 'not rated',
}: {
  readonly risk: number | null;
  readonly band: string | null;
  /** Words of the bands, where they are not the English ones. */
  readonly bands?: Readonly<Record<string, string>>;
  readonly notRated?: string;
}) {
  if (risk === null || band === null) return <span class="quiet">{notRated}</span>;
  return (
    <span class={`risk ${band.replace('_', '-')}`}>
      <span class="number">{risk}</span>
      {bands[band] ?? asWords(band)}
    </span>
  );
}
