/** Writes a permit: which work, where and when, under which documents, and what is done so that it is safe. */
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowsField } from '../../ui/written/rows-field.tsx';
import type { Row } from '../../ui/written/written-row.tsx';
import { Shown } from '../../ui/shown.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { serverTime } from '../base/clock.ts';
import { useEdit, type Written as Writing } from '../base/edit.ts';
import { everyRow } from '../base/every-row.ts';
import { useForm } from '../base/form.ts';
import { useLoaded } from '../base/loaded.ts';
import { usePeople } from '../base/people.ts';
import { rest } from '../base/server.ts';
import { openSites, useProjects, useSites } from '../base/sites.ts';
import { useWork } from '../base/work.ts';
import { Form } from '../frame/form.tsx';
import { Meanwhile } from '../frame/meanwhile.tsx';
import { Refusal } from '../frame/refusal.tsx';
import { Screen } from '../frame/screen.tsx';
import { TimeField } from '../frame/time-field.tsx';
import { WayBack } from '../frame/way-back.tsx';
import { gasLimits } from './checks.ts';
import { PersonField } from './person-field.tsx';
import { personNamed } from './person-named.ts';
import { permitBody, startOf, type Written } from './permit-body.ts';
import { permitTypes, type Permit, type Settings } from './types.ts';

export function NewPermit() {
  const organisation = useLoaded('organisation', () => rest.getOrganisation());
  return (
    <Screen before={<WayBack name="Permits" to="/office/permits" />} title="New permit">
      <Shown of={organisation}>{({ settings }) => <PermitForm permit={null} settings={settings} />}</Shown>
    </Screen>
  );
}

export function ChangePermit({ id }: { readonly id: string }) {
  const read = useLoaded(`change permit ${id}`, async () => {
    const [permit, { settings }] = await Promise.all([rest.getPermit({ permit: id }), rest.getOrganisation()]);
    return { permit, settings };
  });
  return (
    <Screen before={<WayBack name="Permit" to={`/office/permits/${id}`} />} title="Change the permit">
      <Shown of={read}>{(found) => <PermitForm {...found} />}</Shown>
    </Screen>
  );
}

type PermitFields = Pick<ReturnType<typeof useForm<keyof Written>>, 'field' | 'values'>;

function PermitForm({ permit, settings }: { readonly permit: Permit | null; readonly settings: Settings }) {
  const [first] = useState(() => startOf(permit, settings, serverTime()));
  const form = useEdit<keyof Written, Permit | null>(
    permit,
    (read) => (read ? startOf(read, settings, serverTime()) : first),
    async () => rest.getPermit({ permit: kept.current?.id ?? '' }),
  );
  const by = useForm({ asked_by: '' });
  const people = usePeople();
  const work = useWork();
  /** As it was kept at an earlier press that was not answered in full: the next one goes on from there. */
  const kept = useRef(permit);
  const keep = async (
    attempt: Rest,
    { base, changes, values: texts }: Writing<keyof Written, Permit | null>,
  ): Promise<Permit | null> => {
    const body = permitBody(texts, base);
    if (!base) kept.current = await attempt.createPermit({ body });
    else if (Object.keys(changes).length > 0)
      kept.current = await attempt.updatePermit({ permit: base.id, body, ifRevision: base.revision });
    return kept.current;
  };
  const save = (isAskedFor: boolean) =>
    form.has('location', 'description') &&
    work.isTaken(async (attempt) => {
      const asker = isAskedFor ? by.values.asked_by.trim() : '';
      const body = asker ? { by: await personNamed(attempt, asker, people) } : {};
      await form.save((written) => keep(attempt, written));
      const id = kept.current?.id ?? '';
      if (isAskedFor) await attempt.requestPermit({ permit: id, body });
      tell(isAskedFor ? 'It was asked for, and waits to be issued.' : permit ? 'Saved.' : 'Kept as a draft.');
      attempt.goOn(`/office/permits/${id}`, true);
    });
  const mayAsk = permit === null || permit.state === 'draft';
  return (
    <>
      <Form class="stack" save={(value) => save(mayAsk && value !== 'draft')}>
        <Work form={form} hasType={permit === null} settings={settings} />
        <Safety form={form} />
        <Panel>
          <div class="pad form narrow">
            {mayAsk && (
              <PersonField
                {...by.field('asked_by')}
                help="You, where nobody is named."
                label="Who asks for it?"
                optional
                people={people}
              />
            )}
            <Meanwhile of={form} />
            <div class="choices">
              <Button busy={work.isBusy} look="act" type="submit">
                {mayAsk ? 'Ask for the permit' : 'Save'}
              </Button>
              {mayAsk && (
                <Button busy={work.isBusy} type="submit" value="draft">
                  {permit ? 'Save the draft' : 'Keep as a draft'}
                </Button>
              )}
            </div>
          </div>
        </Panel>
      </Form>
      <Refusal of={work} />
    </>
  );
}

/** Which work, where, when, and under which documents. */
function Work({
  form,
  settings,
  hasType,
}: {
  readonly form: PermitFields;
  readonly settings: Settings;
  readonly hasType: boolean;
}) {
  const [sites, projects] = [useSites(), useProjects()];
  const { values } = form;
  const isHot = values.permit_type === 'hot_work';
  const most = settings.permit.max_duration_hours;
  const hours = most[values.permit_type] ?? most['default'] ?? 24;
  const project = sites.find(({ id }) => id === values.site_id)?.project_id;
  const documents = useLoaded(`documents for a permit ${project ?? ''}`, () =>
    everyRow((page) => rest.listDocuments({ query: { ...page, ...(project ? { project_id: project } : {}) } })),
  );
  const approved = (documents.value?.data ?? []).filter(
    ({ current_approved_version: version, id }) =>
      version !== null || id === values.linked_document || id === values.document_id,
  );
  const choices = (isForm: boolean) =>
    approved
      .filter(({ document_type: type }) => (type === 'permit') === isForm)
      .map(({ id, title, reference }) => [id, [reference, title].filter(Boolean).join(' · ')] as const);
  const forms = choices(true);
  const linked = choices(false);
  const isElsewhere = values.linked_document !== '' && !linked.some(([id]) => id === values.linked_document);
  return (
    <Panel title="Which work?">
      <div class="pad form narrow">
        <div class="pair">
          {hasType && <SelectField {...form.field('permit_type')} label="Type" options={permitTypes} />}
          <SelectField
            {...form.field('site_id')}
            label="Site"
            options={[
              ['', 'No site'],
              ...openSites(sites, form.values.site_id).map(({ id, name, project_id }) => {
                const of = projects.find((each) => each.id === project_id)?.name;
                return [id, of ? `${name} · ${of}` : name] as const;
              }),
            ]}
          />
        </div>
        <TextField {...form.field('location', 'Write where the work is.')} label="Place" />
        <TextField {...form.field('description', 'Write what will be done.')} label="Work" rows={3} />
        <TextField {...form.field('plant')} label="Plant" optional />
        <SelectField
          {...form.field('linked_document')}
          help="The permit opens only while it is approved."
          label="RAMS or method statement"
          options={[
            ['', 'None'],
            ...linked,
            ...(isElsewhere ? [[values.linked_document, 'The one chosen before, of another project'] as const] : []),
          ]}
        />
        {forms.length > 0 && (
          <SelectField {...form.field('document_id')} label="Permit form" options={[['', 'None'], ...forms]} />
        )}
        <div class="pair">
          <TimeField {...form.field('valid_from')} label="Valid from" />
          <TimeField {...form.field('valid_to')} help={`At most ${hours} hours.`} label="Valid to" />
        </div>
        {isHot && (
          <div class="pair">
            <TextField
              {...form.field('closing_check_minutes')}
              help={`${settings.permit.hot_work_check_minutes}, where nothing is written.`}
              label="Minutes of checks after the fire watch"
              optional
              type="number"
            />
            <TextField
              {...form.field('closing_check_every_minutes')}
              help={`${settings.permit.hot_work_check_every_minutes}, where nothing is written.`}
              label="Minutes between two checks"
              optional
              type="number"
            />
          </div>
        )}
      </div>
    </Panel>
  );
}

/** What is done so that it is safe, and what is checked before the start. */
function Safety({ form }: { readonly form: PermitFields }) {
  const rowsOf = (name: 'isolations' | 'checks'): readonly Row[] =>
    form.values[name].split('\n').flatMap((item) => (item === '' ? [] : [{ item }]));
  const write = (name: 'isolations' | 'checks') => (rows: readonly Row[]) =>
    form.field(name).onInput(rows.map(({ item = '' }) => item.trim()).join('\n'));
  return (
    <Panel title="So that it is safe">
      <div class="pad form narrow">
        <TextField {...form.field('hazards')} label="Hazards" optional rows={2} />
        <TextField {...form.field('precautions')} label="Precautions" optional rows={3} />
        <TextField {...form.field('ppe')} label="PPE" optional />
        <RowsField
          columns={[{ name: 'item', label: 'What is isolated, such as a board or a main' }]}
          legend="Isolations"
          name="isolations"
          one="isolation"
          rows={rowsOf('isolations')}
          save={write('isolations')}
        />
        <CheckField
          checked={form.values.gas_tested !== ''}
          label={`Gas is tested before the start. Limits: ${gasLimits}`}
          onInput={(is) => form.field('gas_tested').onInput(is ? 'yes' : '')}
        />
        <RowsField
          columns={[{ name: 'item', label: 'What is looked at' }]}
          legend="Checked before the start, and again after a stop"
          name="checks"
          one="check"
          rows={rowsOf('checks')}
          save={write('checks')}
        />
      </div>
    </Panel>
  );
}
