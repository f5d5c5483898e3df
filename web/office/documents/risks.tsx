/** The risk of an entry before its controls and after them. */
import { Icon } from '../../ui/icon.tsx';
import { RiskChip } from '../../ui/risk-chip.tsx';

interface Rated {
  readonly risk_before: number | null;
  readonly band_before: string | null;
  readonly risk_after: number | null;
  readonly band_after: string | null;
}

export function Risks({ of: { risk_before, band_before, risk_after, band_after } }: { readonly of: Rated }) {
  return (
    <>
      <RiskChip band={band_before} risk={risk_before} />
      <Icon name="arrow-right" />
      <RiskChip band={band_after} risk={risk_after} />
    </>
  );
}
