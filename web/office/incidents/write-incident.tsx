/** Reports an incident that the office was told of: what happened, where and when. What follows from it is written on its own page. */
import { serverTimeIso } from '../base/clock.ts';
import { useForm } from '../base/form.ts';
import { openSites, useProjects, useSites } from '../base/sites.ts';
import { useWork } from '../base/work.ts';
import { Form } from '../frame/form.tsx';
import { Screen } from '../frame/screen.tsx';
import { TimeField } from '../frame/time-field.tsx';
import { WayBack } from '../frame/way-back.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { tell } from '../../ui/toasts.tsx';
import { incidentTypes } from './words.ts';

export function NewIncident() {
  const [sites, projects] = [useSites(), useProjects()];
  const work = useWork();
  const form = useForm({
    incident_type: 'near_miss',
    site_id: '',
    project_id: '',
    location: '',
    occurred_at: serverTimeIso(),
    description: '',
    immediate_actions: '',
    anonymous: '',
  });
  const { site_id: site, anonymous, ...values } = form.values;
  const project = sites.find(({ id }) => id === site)?.project_id ?? values.project_id;
  const needed = [
    ...(project === '' ? ['project_id' as const] : []),
    'location',
    'occurred_at',
    'description',
  ] as const;
  const save = () =>
    form.has(...needed) &&
    work.isTaken(async (attempt) => {
      const { id } = await attempt.createIncident({
        body: {
          ...values,
          ...form.written(),
          project_id: project,
          site_id: site || null,
          anonymous: anonymous !== '',
        },
      });
      tell('The incident is reported.');
      attempt.goOn(`/office/incidents/${id}`, true);
    });
  const siteIn = ({ id, name, project_id: of }: (typeof sites)[number]) => {
    const named = projects.find((each) => each.id === of)?.name;
    return [id, named ? `${name} · ${named}` : name] as const;
  };
  return (
    <Screen before={<WayBack name="Incidents" to="/office/incidents" />} title="Report an incident">
      <Form class="stack" of={work} save={save}>
        <Panel title="What happened?">
          <div class="pad form narrow">
            <div class="pair">
              <SelectField {...form.field('incident_type')} label="Type" options={incidentTypes} />
              <TimeField {...form.field('occurred_at', 'Write when it happened.')} label="When" />
            </div>
            <div class="pair">
              <SelectField
                {...form.field('site_id')}
                label="Site"
                options={[['', 'No site'], ...openSites(sites, site).map(siteIn)]}
              />
              {site === '' && (
                <SelectField
                  {...form.field('project_id', 'Choose a site or a project.')}
                  label="Project"
                  options={[['', 'Choose'], ...projects.map(({ id, name }) => [id, name] as const)]}
                />
              )}
            </div>
            <TextField {...form.field('location', 'Write where it happened.')} label="Place" />
            <TextField {...form.field('description', 'Write what happened.')} label="What happened" rows={4} />
            <TextField {...form.field('immediate_actions')} label="What was done at once" optional rows={2} />
            <CheckField
              checked={anonymous !== ''}
              label="Nobody is named as the reporter"
              onInput={(is) => form.field('anonymous').onInput(is ? 'yes' : '')}
            />
            <Button busy={work.isBusy} icon="siren" look="act" type="submit">
              Report it
            </Button>
          </div>
        </Panel>
      </Form>
    </Screen>
  );
}
