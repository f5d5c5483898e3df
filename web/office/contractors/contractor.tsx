/** One contractor: how to reach it, what it has to show, and its documents in each project, which are reviewed here. */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { emptied, useEdit } from '../base/edit.ts';
import { useLive } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { useProjects } from '../base/sites.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Meanwhile } from '../frame/meanwhile.tsx';
import { Screen } from '../frame/screen.tsx';
import { WayBack } from '../frame/way-back.tsx';
import { Accreditations, type Read } from './accreditations.tsx';
import { Submission } from './submission.tsx';

/** `wanted` = the submission that the way here led to. */
export function Contractor({ id, wanted }: { readonly id: string; readonly wanted?: string }) {
  const read = useLive(`contractor ${id}`, () => rest.getContractor({ contractor: id }));
  const projects = useProjects();
  const submissions = useLive(`submissions of ${id} in ${projects.length}`, async () => {
    const lists = await Promise.all(
      projects.map((project) => rest.listSubmissions({ project: project.id, query: { contractor_id: id } })),
    );
    return lists.flatMap(({ data }) => data);
  });
  const isThere = submissions.value?.some((each) => each.id === wanted) ?? false;
  useEffect(() => {
    if (isThere) document.getElementById(`part-${wanted}`)?.focus();
  }, [isThere, wanted]);
  const [isEditing, setEditing] = useState(false);
  const mayWrite = useMay('contractors:write');
  return (
    <Screen
      actions={
        mayWrite &&
        read.value && (
          <Button icon="pen-line" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
      before={<WayBack name="Contractors" to="/office/contractors" />}
      title={read.value?.name ?? 'Contractor'}
    >
      <Shown of={read}>
        {(contractor) => (
          <>
            <Panel actions={<Accreditations contractor={contractor} />} title="The firm">
              <Facts
                facts={[
                  ['Trade', contractor.trade],
                  ['Contact', contractor.contact_name],
                  ['E-mail', contractor.contact_email],
                  ['Telephone', contractor.contact_phone],
                  ['Company number', contractor.company_number],
                  ['Scheme', contractor.ssip?.scheme],
                ]}
              />
            </Panel>
            {isEditing && (
              <Edit
                contractor={contractor}
                onClose={() => {
                  setEditing(false);
                  read.again();
                }}
              />
            )}
          </>
        )}
      </Shown>
      <Shown of={submissions}>
        {(rows) =>
          rows.length === 0 ? (
            <Panel title="Documents">
              <Empty icon="file-check" title="It was not invited to a project." />
            </Panel>
          ) : (
            rows.map((row) => (
              <Submission
                again={submissions.again}
                key={row.id}
                project={projects.find((project) => project.id === row.project_id)?.name ?? 'A project'}
                submission={row}
              />
            ))
          )
        }
      </Shown>
    </Screen>
  );
}

function textsOf(contractor: Read) {
  const { ssip, insurance } = contractor;
  return {
    name: contractor.name,
    trade: contractor.trade ?? '',
    contact_name: contractor.contact_name ?? '',
    contact_email: contractor.contact_email ?? '',
    contact_phone: contractor.contact_phone ?? '',
    scheme: ssip?.scheme ?? '',
    scheme_until: ssip?.expires_on ?? '',
    insurance_until: insurance?.expires_on ?? '',
  };
}

function Edit({ contractor, onClose }: { readonly contractor: Read; readonly onClose: () => void }) {
  const { id } = contractor;
  const form = useEdit(contractor, textsOf, () => rest.getContractor({ contractor: id }));
  const save = async (attempt: Rest): Promise<void> => {
    await form.save(async ({ base, changes, values }) => {
      const { scheme, scheme_until: until, insurance_until: insured, ...texts } = changes;
      const [nextScheme, nextUntil] = [values.scheme.trim() || null, values.scheme_until || null];
      const ssip = nextScheme || nextUntil ? { ...base.ssip, scheme: nextScheme, expires_on: nextUntil } : null;
      const body = {
        ...(emptied(texts) as Partial<Read>), // the name is not empty
        ...(scheme === undefined && until === undefined ? {} : { ssip }),
        ...(insured === undefined ? {} : { insurance: { ...base.insurance, expires_on: insured || null } }),
      };
      await attempt.updateContractor({ contractor: id, ifRevision: base.revision, body });
    });
    tell('Saved.');
  };
  return (
    <FormDialog isComplete={() => form.has('name')} onClose={onClose} save={save} title="Edit the firm" verb="Save">
      <Meanwhile of={form} />
      <TextField {...form.field('name', 'Write the name of the firm.')} label="Firm" />
      <div class="pair">
        <TextField {...form.field('trade')} label="Trade" optional />
        <TextField {...form.field('contact_name')} label="Contact" optional />
        <TextField {...form.field('contact_email')} label="E-mail" optional type="email" />
        <TextField {...form.field('contact_phone')} label="Telephone" optional />
        <TextField {...form.field('scheme')} help="Such as SafeContractor or CHAS." label="Scheme" optional />
        <TextField {...form.field('scheme_until')} label="Scheme until" optional type="date" />
        <TextField {...form.field('insurance_until')} label="Insurance until" optional type="date" />
      </div>
    </FormDialog>
  );
}
