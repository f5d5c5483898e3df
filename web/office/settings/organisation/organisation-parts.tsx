/** The settings of the organisation by what they are about. A switch is saved at once, what is written by a button. */
import type { ComponentChildren } from 'preact';
import { Button } from '../../../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Form } from '../../frame/form.tsx';
import { Meanwhile } from '../../frame/meanwhile.tsx';
import { documentTypes } from '../../documents/types.ts';
import { DefaultReviewer } from './default-reviewer.tsx';
import { listIn, months, numbersIn, useSettings, type Organisation, type PartProps } from './organisation-form.ts';

const documentSwitches = [
  ['require_two_person_approval', 'A second person approves: nobody approves what they wrote or submitted'],
  ['allow_self_approval', 'But a person on their own may: for firms of one'],
  ['content_rules_at_submit', 'Required sections, hazards and roles are checked when a document is submitted'],
  ['compliance_blocks_approval', 'A blocking finding of the compliance check prevents the approval'],
  ['required_references', 'Projects need a reference, and documents a project'],
  ['strict_project_states', 'The status of a project follows its life cycle, step by step'],
  ['public_check', 'Prints carry a code, with which anybody can check without signing in whether they are in force'],
] as const;

export function DocumentRules(part: PartProps) {
  const { organisation, save, isBusy } = part;
  const { settings } = organisation;
  const textsOf = ({ settings: now }: Organisation) => ({
    max_residual_score_for_approval: String(now.max_residual_score_for_approval ?? ''),
    residual_score_needing_justification: String(now.residual_score_needing_justification ?? ''),
    ...months(now.document_review_interval_months),
  });
  const form = useSettings<keyof ReturnType<typeof textsOf>>(part, textsOf, (changes) => {
    const { max_residual_score_for_approval: most, residual_score_needing_justification: reasons, ...types } = changes;
    return {
      settings: {
        ...(most === undefined ? {} : { max_residual_score_for_approval: most.trim() === '' ? null : Number(most) }),
        ...(reasons === undefined
          ? {}
          : { residual_score_needing_justification: reasons.trim() === '' ? null : Number(reasons) }),
        document_review_interval_months: numbersIn(types),
      },
    };
  });
  return (
    <Panel title="Documents">
      <Form class="pad form narrow" save={form.submit}>
        <Meanwhile of={form} />
        <AtOnce>
          {documentSwitches.map(([key, label]) => (
            <CheckField
              checked={settings[key]}
              key={key}
              label={label}
              onInput={(checked) => void save({ [key]: checked })}
            />
          ))}
        </AtOnce>
        <DefaultReviewer organisation={organisation} save={save} />
        <p class="second">
          Risk is severity times likelihood, each from 1 to 5: the matrix <b>{settings.risk_matrix_id}</b>, which every
          document has.
        </p>
        <div class="pair">
          <TextField
            {...form.field('max_residual_score_for_approval')}
            help="A hazard with more prevents the approval. From 1 to 25; empty = no limit."
            label="Most risk that may be left"
            optional
            type="number"
          />
          <TextField
            {...form.field('residual_score_needing_justification')}
            help="From here on somebody has to write why it is accepted."
            label="Risk that needs a reason"
            optional
            type="number"
          />
        </div>
        <fieldset>
          <legend>Months until an approved document is looked at again</legend>
          <div class="pair">
            {documentTypes.map(([type, word]) => (
              <TextField {...form.field(type)} key={type} label={word} optional type="number" />
            ))}
          </div>
        </fieldset>
        <Save isBusy={isBusy}>Save the limits and months</Save>
      </Form>
    </Panel>
  );
}

const checks = [
  ['off', 'Nobody is asked'],
  ['required_for_rams', 'Asked for RAMS'],
  ['required', 'Asked for every document with questions'],
] as const;

export function SigningRules(part: PartProps) {
  const { organisation, save, isBusy } = part;
  const { settings } = organisation;
  const { signoff } = settings;
  const textsOf = ({ settings: now }: Organisation) => ({
    languages: now.languages_offered.join(', '),
    max_silent_days: String(now.signoff.max_silent_days),
  });
  const form = useSettings<'languages' | 'max_silent_days'>(part, textsOf, ({ languages, ...days }) => ({
    settings: {
      ...(languages === undefined ? {} : { languages_offered: listIn(languages) }),
      signoff: numbersIn(days),
    },
  }));
  return (
    <Panel title="Signing">
      <Form class="pad form narrow" save={form.submit}>
        <Meanwhile of={form} />
        <AtOnce>
          <SelectField
            label="Understanding check before signing"
            name="understanding_check"
            onInput={(value) => {
              const chosen = checks.find(([each]) => each === value)?.[0];
              if (chosen) void save({ signoff: { understanding_check: chosen } });
            }}
            options={checks}
            value={signoff.understanding_check}
          />
        </AtOnce>
        <TextField
          {...form.field('languages')}
          help="As in en, pl, ro; with commas between. None means all."
          label="Languages that are offered"
        />
        <TextField
          {...form.field('max_silent_days')}
          help="1 to 30. A tablet that has not heard from the server for so long may hold an old version, and briefs nobody."
          label="Days without the server, at most"
          type="number"
        />
        <Save isBusy={isBusy}>Save languages and days</Save>
      </Form>
    </Panel>
  );
}

const minutes = [
  ['hot_work_fire_watch_minutes', 'Minutes of fire watch', 'After the end of hot work.'],
  ['hot_work_check_minutes', 'Minutes of checks after it', 'So long the place is checked again and again.'],
  ['hot_work_check_every_minutes', 'Minutes between two checks', 'At most.'],
  ['hot_work_final_check_minutes', 'Minutes to the final check', 'After the end of the work; 0 = none.'],
] as const;
const hours = [
  ['hot_work', 'Hot work'],
  ['dig', 'Dig'],
  ['confined_space', 'Confined space'],
  ['default', 'Any other'],
] as const;

function permitTexts({ settings: { permit } }: Organisation) {
  return {
    ...(Object.fromEntries(minutes.map(([name]) => [name, String(permit[name])])) as Record<
      (typeof minutes)[number][0],
      string
    >), // the same names
    ...(Object.fromEntries(hours.map(([name]) => [name, String(permit.max_duration_hours[name] ?? '')])) as Record<
      (typeof hours)[number][0],
      string
    >), // likewise
  };
}

export function PermitRules(part: PartProps) {
  const { isBusy } = part;
  const form = useSettings<keyof ReturnType<typeof permitTexts>>(part, permitTexts, (changes) => {
    const of = (names: readonly (readonly [string, ...unknown[]])[]): Record<string, string> =>
      Object.fromEntries(Object.entries<string>(changes).filter(([name]) => names.some(([each]) => each === name)));
    return { settings: { permit: { ...numbersIn(of(minutes)), max_duration_hours: numbersIn(of(hours)) } } };
  });
  return (
    <Panel title="Permits">
      <Form class="pad form narrow" save={form.submit}>
        <Meanwhile of={form} />
        <div class="pair">
          {minutes.map(([name, label, help]) => (
            <TextField {...form.field(name)} help={help} key={name} label={label} type="number" />
          ))}
        </div>
        <fieldset>
          <legend>Hours that a permit lasts at most</legend>
          <div class="pair">
            {hours.map(([name, label]) => (
              <TextField {...form.field(name)} key={name} label={label} type="number" />
            ))}
          </div>
        </fieldset>
        <Save isBusy={isBusy}>Save minutes and hours</Save>
      </Form>
    </Panel>
  );
}

const gibibyte = 2 ** 30;

export function OtherRules(part: PartProps) {
  const { organisation, save, isBusy } = part;
  const { settings } = organisation;
  const textsOf = ({ settings: now }: Organisation) => ({
    days: now.certification_expiry_notice_days.join(', '),
    quota: String(now.photos.quota_bytes / gibibyte),
    token: String(now.token_max_days ?? ''),
  });
  const form = useSettings<keyof ReturnType<typeof textsOf>>(part, textsOf, ({ days, quota, token }) => ({
    settings: {
      ...(days === undefined ? {} : { certification_expiry_notice_days: listIn(days).map(Number) }),
      ...(quota === undefined ? {} : { photos: { quota_bytes: Math.round(Number(quota) * gibibyte) } }),
      ...(token === undefined ? {} : { token_max_days: token.trim() === '' ? null : Number(token) }),
    },
  }));
  return (
    <Panel title="Cards, photos and programs">
      <Form class="pad form narrow" save={form.submit}>
        <Meanwhile of={form} />
        <AtOnce>
          <CheckField
            checked={settings.photos.keep_location}
            label="The place where a photo was taken is kept beside it"
            onInput={(checked) => void save({ photos: { keep_location: checked } })}
          />
          <CheckField
            checked={settings.strict_bodies}
            label="A program that sends a field which does not exist is refused"
            onInput={(checked) => void save({ strict_bodies: checked })}
          />
          <CheckField
            checked={settings.require_if_match}
            label="A program that changes something has to say which revision it saw"
            onInput={(checked) => void save({ require_if_match: checked })}
          />
        </AtOnce>
        <div class="pair">
          <TextField
            {...form.field('days')}
            help="With commas between; 0 = on the day."
            label="Days before a card runs out, with a notice on each"
          />
          <TextField {...form.field('quota')} label="GiB that all photos may take" type="number" />
          <TextField
            {...form.field('token')}
            help="From 1 to 730; empty = two years."
            label="Days that a new token may last"
            optional
            type="number"
          />
        </div>
        <Save isBusy={isBusy}>Save the numbers</Save>
      </Form>
    </Panel>
  );
}

/** Around switches, which leave nothing unsaved. */
function AtOnce({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="form" onInput={(event) => event.stopPropagation()}>
      {children}
    </div>
  );
}

function Save({ isBusy, children }: { readonly isBusy: boolean; readonly children: string }) {
  return (
    <div class="choices">
      <Button busy={isBusy} type="submit">
        {children}
      </Button>
    </div>
  );
}
