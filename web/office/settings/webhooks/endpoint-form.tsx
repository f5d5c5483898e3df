/** Adds an endpoint or changes it: its address, which events it gets, and in which order. A new address has to answer a test event first. */
import { useState } from 'preact/hooks';
import { eventNames, type EventName } from '../../../../shared/model/event.ts';
import { FieldGroup } from '../../../ui/input/field-group.tsx';
import { CheckField, SelectField, TextField } from '../../../ui/field.tsx';
import { tell } from '../../../ui/toasts.tsx';
import type { Rest } from '../../base/attempt.ts';
import { useForm } from '../../base/form.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { useBegun } from '../../base/seeing.ts';
import { SecretDialog } from './secret-dialog.tsx';
import type { Endpoint } from './types.ts';

/** `endpoint` = the one that is changed; null = a new one. `onClose` with true when something was saved. */
export function EndpointForm({
  endpoint: read,
  onClose,
}: {
  readonly endpoint: Endpoint | null;
  readonly onClose: (wasSaved: boolean) => void;
}) {
  const endpoint = useBegun(read);
  const form = useForm({
    url: endpoint?.url ?? 'https://',
    description: endpoint?.description ?? '',
    ordering: endpoint?.ordering ?? 'none',
  });
  const [isAll, setAll] = useState(endpoint === null || endpoint.events.includes('*'));
  const [chosen, setChosen] = useState<readonly EventName[]>(() =>
    eventNames.filter((name) => endpoint?.events.includes(name)),
  );
  const [isMissing, setMissing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const isNone = !isAll && chosen.length === 0;
  const isComplete = (): boolean => {
    setMissing(isNone);
    return form.has('url') && !isNone;
  };
  const save = async (attempt: Rest): Promise<void> => {
    const { url, description, ordering } = form.values;
    const body = {
      ...(url === endpoint?.url ? {} : { url }),
      events: isAll ? (['*'] as const).slice() : [...chosen],
      description: description.trim() || null,
      ordering: ordering === 'resource' ? ('resource' as const) : ('none' as const),
    };
    if (endpoint) {
      await attempt.updateWebhook({ webhook: endpoint.id, body, ifRevision: endpoint.revision });
      tell('The endpoint is changed.');
      onClose(true);
    } else setSecret((await attempt.createWebhook({ body: { ...body, url } })).secret ?? '');
  };
  if (secret !== null) return <SecretDialog onClose={() => onClose(true)} secret={secret} title="Add an endpoint" />;
  return (
    <FormDialog
      isComplete={isComplete}
      keepsOpen
      onClose={() => onClose(false)}
      save={save}
      title={endpoint ? 'Change the endpoint' : 'Add an endpoint'}
      verb={endpoint ? 'Save the endpoint' : 'Add endpoint'}
    >
      <TextField
        {...form.field('url', 'Write the address of the receiver.')}
        autofocus
        help="It must answer a test event with 200 within 10 seconds."
        label="Address"
        type="url"
      />
      <TextField {...form.field('description')} label="What is it for?" optional />
      <FieldGroup error={isMissing && isNone ? 'Choose at least one event.' : undefined} legend="Events">
        <CheckField checked={isAll} label="All of them, and those of later releases" onInput={setAll} />
        {!isAll && (
          <div class="checks pad">
            {eventNames.map((name) => (
              <CheckField
                checked={chosen.includes(name)}
                key={name}
                label={name}
                onInput={(checked) => setChosen(checked ? [...chosen, name] : chosen.filter((each) => each !== name))}
              />
            ))}
          </div>
        )}
      </FieldGroup>
      <SelectField
        {...form.field('ordering')}
        label="Order"
        options={[
          ['none', 'As fast as possible; the sequence says what came first'],
          ['resource', 'One after the other for each document, permit, …'],
        ]}
      />
    </FormDialog>
  );
}
