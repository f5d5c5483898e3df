/** A firm is invited to a project: a new one, or one that is known, also again after it declined or was taken out. */
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { useForm } from '../base/form.ts';
import type { useProjects } from '../base/sites.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import type { Read } from './accreditations.tsx';
import { AskFields, useAsk, type Asked } from './ask-fields.tsx';

const nothing: Asked = { required_document_types: [], deadline: null, instructions: null };

export function Invite({
  projects,
  firms,
  start = nothing,
  onClose,
}: {
  readonly projects: readonly Pick<ReturnType<typeof useProjects>[number], 'id' | 'name'>[];
  /** Those that are known; where it is about one alone, that. */
  readonly firms: readonly Read[];
  readonly start?: Asked;
  readonly onClose: () => void;
}) {
  const isAgain = start !== nothing;
  const form = useForm({
    project: projects[0]?.id ?? '',
    firm: (isAgain && firms[0]?.id) || '',
    name: '',
    contact_name: '',
    contact_email: '',
  });
  const ask = useAsk(start);
  const firm = firms.find(({ id }) => id === form.values.firm);
  const save = async (attempt: Rest): Promise<void> => {
    const { project, name, contact_name, contact_email } = form.values;
    const who = firm ? { contractor_id: firm.id } : { name, contact_name, contact_email };
    await attempt.inviteContractor({ project, body: { ...who, ...ask.written() } });
    tell(`${firm?.name ?? name} is invited.`);
  };
  return (
    <FormDialog
      isComplete={() => firm !== undefined || form.has('name', 'contact_name', 'contact_email')}
      onClose={onClose}
      save={save}
      title={isAgain ? 'Invite again' : 'Invite a contractor'}
      verb="Invite"
    >
      {!isAgain && (
        <>
          <SelectField
            {...form.field('project')}
            label="To which project?"
            options={projects.map(({ id, name }) => [id, name] as const)}
          />
          <SelectField
            {...form.field('firm')}
            label="Which firm?"
            options={[['', 'A new firm'], ...firms.map(({ id, name }) => [id, name] as const)]}
          />
        </>
      )}
      {firm ? (
        <Notice tone={firm.contact_email ? 'plain' : 'care'}>
          {firm.contact_email
            ? `The invitation goes to ${firm.contact_email}.`
            : `No e-mail is known of ${firm.name}: it is invited, and no mail is sent. Add the address with the firm, then send the invitation.`}
        </Notice>
      ) : (
        <>
          <TextField {...form.field('name', 'Write the name of the firm.')} label="Firm" />
          <div class="pair">
            <TextField {...form.field('contact_name', 'Write who is asked.')} label="Contact" />
            <TextField
              {...form.field('contact_email', 'Write the address that the invitation goes to.')}
              label="E-mail"
              type="email"
            />
          </div>
        </>
      )}
      <AskFields of={ask} />
    </FormDialog>
  );
}
