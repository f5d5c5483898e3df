/** Contractors: who works for us, how to reach them, and inviting one to a project. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { LinkRow } from '../../ui/link-row.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { everyRow } from '../base/every-row.ts';
import { useLive } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { useProjects } from '../base/sites.ts';
import { Screen } from '../frame/screen.tsx';
import { Accreditations, byExpiry, type Read } from './accreditations.tsx';
import { Contractor } from './contractor.tsx';
import { Invite } from './invite.tsx';
import { OfSubmission } from './of-submission.tsx';
import { Submissions } from './submissions.tsx';

/** `submissions` in the place of an id = the firm of the submission `of`. */
export function Contractors({ id, of }: { readonly id: string; readonly of: string }) {
  if (id === 'submissions' && of) return <OfSubmission id={of} key={of} />;
  return id ? <Contractor id={id} key={id} /> : <List />;
}

function List() {
  const list = useLive('contractors', (told) =>
    everyRow((query) => rest.listAllContractors({ query }), told('contractors')),
  );
  const projects = useProjects();
  const [isInviting, setInviting] = useState(false);
  const mayInvite = useMay('contractors:write') && projects.length > 0;
  return (
    <Screen
      actions={
        mayInvite && (
          <Button icon="plus" look="act" onClick={() => setInviting(true)}>
            Invite a contractor
          </Button>
        )
      }
      title="Contractors"
    >
      {projects.map(({ id, name }) => (
        <Submissions key={id} project={id} title={name} />
      ))}
      <Panel count={list.value?.meta.total ?? ''} title="All contractors">
        <ShownRows empty={<Empty icon="hard-hat" title="No contractors yet." />} of={list}>
          {(rows) => (
            <ul class="rows">
              {rows.toSorted(byExpiry).map((row) => (
                <LinkRow
                  about={[row.trade, row.contact_name, row.contact_email]}
                  href={`/office/contractors/${row.id}`}
                  icon="hard-hat"
                  key={row.id}
                  title={row.name}
                >
                  <Accreditations contractor={row} isShort />
                </LinkRow>
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
      {isInviting && (
        <Invite
          onClose={() => {
            setInviting(false);
            list.again();
          }}
          firms={(list.value?.data ?? []).filter(({ active }) => active).toSorted(byName)}
          projects={projects}
        />
      )}
    </Screen>
  );
}

function byName(a: Read, b: Read): number {
  return a.name.localeCompare(b.name);
}
