/** One hazard: who it may harm, how bad before and after, its controls, and why what is left is accepted. */
import { useRef } from 'preact/hooks';
import type { Save } from '../../../ui/written/use-written.ts';
import { serverTimeIso } from '../../base/clock.ts';
import type { Rest } from '../../base/attempt.ts';
import { useMe } from '../../base/me.ts';
import type { DocumentPart } from '../part.ts';
import { categoryChoices, permitChoices } from './choices.ts';
import { Controls } from './controls.tsx';
import { SavedChoice } from './saved/choices.tsx';
import { SavedRatings } from './saved/ratings.tsx';
import { SavedField } from './saved/field.tsx';
import { SavedPhotos } from './saved/photos.tsx';

type Hazard = DocumentPart['document']['hazards'][number];
type Body = NonNullable<Parameters<Rest['updateHazard']>[0]['body']>;

type Acceptance = NonNullable<Body['residual_acceptance']>;

/** From here on a residual risk is accepted in writing (HAZ-07). */
const highFrom = 10;

export function HazardForm({ hazard, save }: { readonly hazard: Hazard; readonly save: Save<Body> }) {
  const { name, description, who_at_risk, controls, residual_acceptance: acceptance } = hazard;
  const me = useMe();
  /** By its words, as it was read or written here. */
  const accepted = useRef(new Map<string, Acceptance>()).current;
  if (acceptance) accepted.set(acceptance.text, acceptance);
  const accept = (words: string): Acceptance | null => {
    const text = words.trim();
    if (text === '') return null;
    const made = { text, by: me?.actor.name ?? '', at: serverTimeIso() };
    accepted.set(text, made);
    return made;
  };
  return (
    <>
      <div class="pair">
        <SavedField
          label="Hazard"
          name="name"
          save={(text, seen) => save({ name: text }, { name: seen })}
          value={name}
        />
        <SavedChoice
          choices={categoryChoices}
          label="Kind of hazard"
          name="category"
          save={(value, seen) => save({ category: value }, { category: seen })}
          value={hazard.category}
        />
        <SavedChoice
          choices={permitChoices}
          label="Permit that it needs"
          name="permit_type"
          save={(value, seen) => save({ permit_type: value }, { permit_type: seen })}
          value={hazard.permit_type}
        />
      </div>
      <SavedRatings of={hazard} save={save} />
      <Controls controls={controls} save={(next, seen) => save({ controls: next }, { controls: seen })} />
      <SavedField
        label="Who may be harmed"
        name="who_at_risk"
        save={(text, seen) => save({ who_at_risk: text }, { who_at_risk: seen })}
        value={who_at_risk ?? ''}
      />
      <SavedField
        label="What can happen"
        name="description"
        rows={2}
        save={(text, seen) => save({ description: text }, { description: seen })}
        value={description ?? ''}
      />
      {(acceptance || (hazard.risk_after ?? 0) >= highFrom) && (
        <SavedField
          help="At least 20 characters. Your name and the time are kept with it."
          label="Why this much risk is accepted"
          name="residual_acceptance"
          rows={2}
          save={(text, seen) =>
            save(
              { residual_acceptance: accept(text) },
              { residual_acceptance: seen === undefined ? undefined : (accepted.get(seen.trim()) ?? null) },
            )
          }
          value={acceptance?.text ?? ''}
        />
      )}
      <SavedPhotos of={name} photos={hazard.photos} save={(next, seen) => save({ photos: next }, { photos: seen })} />
    </>
  );
}
