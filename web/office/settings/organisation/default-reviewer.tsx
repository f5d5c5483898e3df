/** Who is asked to review a document where its author asks nobody. */
import { SelectField } from '../../../ui/field.tsx';
import { everyRow } from '../../base/every-row.ts';
import { useLoaded } from '../../base/loaded.ts';
import { useMay } from '../../base/me.ts';
import { rest } from '../../base/server.ts';
import type { Organisation, SaveSettings } from './organisation-form.ts';

const deciding = new Set(['owner', 'admin', 'manager']);

export function DefaultReviewer({
  organisation: { settings },
  save,
}: {
  readonly organisation: Organisation;
  readonly save: SaveSettings;
}) {
  const mayRead = useMay('users:manage');
  const users = useLoaded(`reviewers ${mayRead}`, async () =>
    mayRead ? (await everyRow((query) => rest.listUsers({ query: { ...query, status: 'active' } }))).data : [],
  );
  const { default_reviewer_id: chosen } = settings;
  const known = (users.value ?? []).filter(({ role }) => deciding.has(role)).map(({ id, name }) => [id, name] as const);
  const isKnown = chosen === null || known.some(([id]) => id === chosen);
  return (
    <SelectField
      help="Where the author of a document names nobody."
      label="Who is asked to review"
      name="default_reviewer_id"
      onInput={(id) => void save({ default_reviewer_id: id || null })}
      options={[['', 'Anybody who may approve'], ...known, ...(isKnown ? [] : [[chosen, 'Somebody else'] as const])]}
      value={chosen ?? ''}
    />
  );
}
