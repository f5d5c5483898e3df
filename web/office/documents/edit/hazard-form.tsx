/** One hazard: who it may harm, how bad before and after, and its controls, one a line. */
import { RiskPicker } from '../../../ui/risk-picker.tsx';
import type { rest } from '../../base/server.ts';
import type { DocumentPart } from '../part.ts';
import { SavedField } from './saved-field.tsx';

type Hazard = DocumentPart['document']['hazards'][number];
type Body = NonNullable<Parameters<typeof rest.updateHazard>[0]['body']>;

export function HazardForm({
  hazard,
  save,
}: {
  readonly hazard: Hazard;
  readonly save: (body: Body) => Promise<void>;
}) {
  const { name, description, who_at_risk, controls } = hazard;
  return (
    <>
      <SavedField label="Hazard" name="name" save={(text) => void save({ name: text })} value={name} />
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
      <SavedField
        label="Controls, one a line"
        name="controls"
        rows={4}
        save={(text) => void save({ controls: controlsOf(text, controls) })}
        value={controls.map((control) => control.description).join('\n')}
      />
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
    </>
  );
}

/** A line that is unchanged stays the same control; of a changed one, the control at its place gets the new words. */
function controlsOf(text: string, before: Hazard['controls']) {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const kept = new Map(before.map((control) => [control.description, control]));
  const free = before.filter(({ description }) => !lines.includes(description));
  return lines.map((description) => ({
    ...(kept.get(description) ?? free.shift()),
    description,
  })); // the others get their id from the server
}
