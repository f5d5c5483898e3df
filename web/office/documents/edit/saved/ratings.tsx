/** The risk of a hazard or a substance before and after its controls, each saved when it is picked. */
import { RiskPicker } from '../../../../ui/risk-picker.tsx';
import { NotSaved } from '../../../../ui/written/not-saved.tsx';
import { useWritten } from '../../../../ui/written/use-written.ts';

type Rating = number | null | undefined;

const members = ['severity_before', 'likelihood_before', 'severity_after', 'likelihood_after'] as const;

type Ratings = { readonly [Member in (typeof members)[number]]?: Rating };
type SaveRatings = (ratings: Ratings, seen: Ratings | undefined) => Promise<boolean>;

export function SavedRatings({ of, save }: { readonly of: Ratings; readonly save: SaveRatings }) {
  const [beforeSeverity, beforeLikelihood, afterSeverity, afterLikelihood] = members;
  return (
    <div class="pair">
      <SavedRisk legend="Before controls" names={[beforeSeverity, beforeLikelihood]} of={of} save={save} />
      <SavedRisk legend="After controls" names={[afterSeverity, afterLikelihood]} of={of} save={save} />
    </div>
  );
}

function SavedRisk({
  legend,
  names: [severity, likelihood],
  of,
  save,
}: {
  readonly legend: string;
  readonly names: readonly [severity: keyof Ratings, likelihood: keyof Ratings];
  readonly of: Ratings;
  readonly save: SaveRatings;
}) {
  const { written, isUntaken, put, give } = useWritten<Ratings>(
    { [severity]: of[severity] ?? null, [likelihood]: of[likelihood] ?? null },
    save,
    { name: severity },
  );
  return (
    <div data-field={severity}>
      <RiskPicker
        legend={legend}
        likelihood={written[likelihood] ?? null}
        onPick={(s, l) => give(put({ [severity]: s, [likelihood]: l }))}
        severity={written[severity] ?? null}
      />
      <NotSaved holds={isUntaken} />
    </div>
  );
}
