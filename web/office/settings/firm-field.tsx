/** The firm that a user of role contractor acts for: without it they would see nothing. */
import { SelectField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { everyRow } from '../base/every-row.ts';
import { useLoaded } from '../base/loaded.ts';
import { rest } from '../base/server.ts';

export const firmNeeded = 'Choose the firm. A user without one sees nothing.';

export function FirmField(field: Omit<Parameters<typeof SelectField>[0], 'label' | 'options' | 'disabled'>) {
  const list = useLoaded('firms of users', async () => {
    const { data } = await everyRow((query) => rest.listAllContractors({ query }));
    return data.toSorted((a, b) => a.name.localeCompare(b.name));
  });
  const firms = (list.value ?? []).filter(({ id, active }) => active || id === field.value);
  return (
    <>
      {list.value && firms.length === 0 && (
        <Notice tone="care">No firm is known yet. Invite it first, under Contractors.</Notice>
      )}
      <SelectField
        {...field}
        label="For which firm?"
        options={[
          ['', list.value || list.failure === null ? 'Choose a firm' : list.failure],
          ...firms.map(({ id, name }) => [id, name] as const),
        ]}
      />
    </>
  );
}
