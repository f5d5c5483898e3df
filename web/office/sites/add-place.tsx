/** Adds a project, or a site of one; and changes them. */
import { TextField } from '../../ui/field.tsx';
import { tell } from '../../ui/toasts.tsx';
import { emptied, useEdit } from '../base/edit.ts';
import type { Rest } from '../base/attempt.ts';
import { rest } from '../base/server.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Meanwhile } from '../frame/meanwhile.tsx';

type Project = Awaited<ReturnType<Rest['listProjects']>>['data'][number];
type Site = Awaited<ReturnType<Rest['getSite']>>;

/** `project` null = a new one. */
export function ProjectDialog({
  project,
  onClose,
}: {
  readonly project: Project | null;
  readonly onClose: () => void;
}) {
  const form = useEdit<keyof ReturnType<typeof projectTexts>, Project | null>(project, projectTexts, () =>
    rest.getProject({ project: project?.id ?? '' }),
  );
  const { name } = form.values;
  const save = async (attempt: Rest): Promise<void> => {
    await form.save(async ({ base, changes }) => {
      const body = emptied(changes) as Partial<Project>; // the name is not empty
      if (base) await attempt.updateProject({ project: base.id, ifRevision: base.revision, body });
      else await attempt.createProject({ body: { ...form.written(), name, status: 'active' } });
    });
    tell(project ? 'Saved.' : `${name} is a project now.`);
  };
  return (
    <FormDialog
      isComplete={() => form.has('name')}
      onClose={onClose}
      save={save}
      title={project ? 'Edit the project' : 'New project'}
      verb={project ? 'Save' : 'Add project'}
    >
      <Meanwhile of={form} />
      <TextField {...form.field('name', 'Write the name of the project.')} autofocus label="Name" />
      <TextField
        {...form.field('reference')}
        help="Part of the reference of every document, such as HLC-014."
        label="Reference"
        optional
      />
      <TextField {...form.field('client_name')} label="Client" optional />
      <div class="pair">
        <TextField {...form.field('start_date')} label="Work begins" optional type="date" />
        <TextField {...form.field('end_date')} label="Work ends" optional type="date" />
      </div>
    </FormDialog>
  );
}

function projectTexts(project: Project | null) {
  return {
    name: project?.name ?? '',
    reference: project?.reference ?? '',
    client_name: project?.client_name ?? '',
    start_date: project?.start_date ?? '',
    end_date: project?.end_date ?? '',
  };
}

function siteTexts(site: Site | null) {
  return {
    name: site?.name ?? '',
    address: site?.address ?? '',
    city: site?.city ?? '',
    postcode: site?.postcode ?? '',
    site_contact_name: site?.site_contact_name ?? '',
    site_contact_phone: site?.site_contact_phone ?? '',
    emergency_assembly_point: site?.emergency_assembly_point ?? '',
    nearest_hospital: site?.nearest_hospital ?? '',
    nearest_hospital_address: site?.nearest_hospital_address ?? '',
    access_notes: site?.access_notes ?? '',
  };
}

/** `site` null = a new one of the project. */
export function SiteDialog({
  project,
  site,
  onClose,
}: {
  readonly project: string;
  readonly site: Site | null;
  readonly onClose: () => void;
}) {
  const form = useEdit<keyof ReturnType<typeof siteTexts>, Site | null>(site, siteTexts, () =>
    rest.getSite({ site: site?.id ?? '' }),
  );
  const { name } = form.values;
  const save = async (attempt: Rest): Promise<void> => {
    await form.save(async ({ base, changes }) => {
      const body = emptied(changes) as Partial<Site>; // the name is not empty
      if (base) await attempt.updateSite({ site: base.id, ifRevision: base.revision, body });
      else await attempt.createSite({ body: { ...form.written(), name, project_id: project } });
    });
    tell(site ? 'Saved.' : `${name} is a site now.`);
  };
  return (
    <FormDialog
      isComplete={() => form.has('name')}
      onClose={onClose}
      save={save}
      title={site ? 'Edit the site' : 'New site'}
      verb={site ? 'Save' : 'Add site'}
    >
      <Meanwhile of={form} />
      <TextField {...form.field('name', 'Write the name of the site.')} autofocus label="Name" />
      <div class="pair">
        <TextField {...form.field('address')} label="Address" optional />
        <TextField {...form.field('city')} label="Town" optional />
        <TextField {...form.field('postcode')} label="Postcode" optional />
        <TextField {...form.field('site_contact_name')} label="Site contact" optional />
        <TextField {...form.field('site_contact_phone')} label="Telephone" optional />
        <TextField {...form.field('nearest_hospital')} label="Nearest hospital" optional />
        <TextField {...form.field('nearest_hospital_address')} label="Its address" optional />
      </div>
      <TextField {...form.field('emergency_assembly_point')} label="Assembly point" optional rows={2} />
      <TextField {...form.field('access_notes')} label="Access" optional rows={2} />
    </FormDialog>
  );
}
