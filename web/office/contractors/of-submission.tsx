/** The firm of a submission, with that submission in view. */
import { Shown } from '../../ui/shown.tsx';
import { useLoaded } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import { Screen } from '../frame/screen.tsx';
import { WayBack } from '../frame/way-back.tsx';
import { Contractor } from './contractor.tsx';

export function OfSubmission({ id }: { readonly id: string }) {
  const read = useLoaded(`submission ${id}`, () => rest.getSubmission({ submission: id }));
  if (read.value) return <Contractor id={read.value.contractor_id} wanted={id} />;
  return (
    <Screen before={<WayBack name="Contractors" to="/office/contractors" />} title="Contractor">
      <Shown of={read}>{() => null}</Shown>
    </Screen>
  );
}
