/** The risk chip: number and word on the colour of the band. Never the colour alone, never the number alone. */
import { asWords } from './status.ts';

/** Risk = severity × likelihood, 1 to 25; `band` as the server names it. */
export function RiskChip({ risk, band }: { readonly risk: number | null; readonly band: string | null }) {
  if (risk === null || band === null) return <span class="quiet">not rated</span>;
  return (
    <span class={`risk ${band.replace('_', '-')}`}>
      <span class="number">{risk}</span>
      {asWords(band)}
    </span>
  );
}
