/** One hazard: who it may harm, how bad before and after, its controls, and why what is left is accepted. */
import { RiskPicker } from '../../../ui/risk-picker.tsx';
import type { rest } from '../../base/server.ts';
import { useMe } from '../../base/me.ts';
import type { DocumentPart } from '../part.ts';
import { categoryChoices, permitChoices } from './choices.ts';
import { Controls } from './controls.tsx';
import { SavedChoice } from './saved-choices.tsx';
import { SavedField } from './saved-field.tsx';

type Hazard = DocumentPart['document']['hazards'][number];
type Body = NonNullable<Parameters<typeof rest.updateHazard>[0]['body']>;

/** From here on a residual risk is accepted in writing (HAZ-07). */
const highFrom = 10;

export function HazardForm({
  hazard,
  save,
}: {
  readonly hazard: Hazard;
  readonly save: (body: Body) => Promise<void>;
}) {
  const { name, description, who_at_risk, controls, residual_acceptance: acceptance } = hazard;
  const me = useMe();
  return (
    <>
      <div class="pair">
        <SavedField label="Hazard" name="name" save={(text) => void save({ name: text })} value={name} />
        <SavedChoice
          choices={categoryChoices}
          label="Kind of hazard"
          name="category"
          save={(value) => void save({ category: value })}
          value={hazard.category}
        />
        <SavedChoice
          choices={permitChoices}
          label="Permit that it needs"
          name="permit_type"
          save={(value) => void save({ permit_type: value })}
          value={hazard.permit_type}
        />
      </div>
      <div class="pair">
        <div data-field="severity_before">
          <RiskPicker
            legend="Before controls"
            likelihood={hazard.likelihood_before ?? null}
            onPick={(severity_before, likelihood_before) => void save({ severity_before, likelihood_before })}
            severity={hazard.severity_before ?? null}
          />
        </div>
        <div data-field="severity_after">
          <RiskPicker
            legend="After controls"
            likelihood={hazard.likelihood_after ?? null}
            onPick={(severity_after, likelihood_after) => void save({ severity_after, likelihood_after })}
            severity={hazard.severity_after ?? null}
          />
        </div>
      </div>
      <Controls controls={controls} save={(next) => void save({ controls: next })} />
      <SavedField
        label="Who may be harmed"
        name="who_at_risk"
        save={(text) => void save({ who_at_risk: text })}
        value={who_at_risk ?? ''}
      />
      <SavedField
        label="What can happen"
        name="description"
        rows={2}
        save={(text) => void save({ description: text })}
        value={description ?? ''}
      />
      {(acceptance || (hazard.risk_after ?? 0) >= highFrom) && (
        <SavedField
          help="At least 20 characters. Your name and the time are kept with it."
          label="Why this much risk is accepted"
          name="residual_acceptance"
          rows={2}
          save={(text) => void save({ residual_acceptance: acceptanceOf(text, me?.actor.name ?? '') })}
          value={acceptance?.text ?? ''}
        />
      )}
    </>
  );
}

function acceptanceOf(text: string, by: string): Body['residual_acceptance'] {
  return text.trim() === '' ? null : { text: text.trim(), by, at: new Date().toISOString() };
}
