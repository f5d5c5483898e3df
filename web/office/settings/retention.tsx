/** Retention: what is kept for how long and what its end means, and the years for which the organisation has to show its sign-offs. */
import { retentionDays, type Retention as Name } from '../../../shared/model/retention.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown } from '../../ui/shown.tsx';
import { tell } from '../../ui/toasts.tsx';
import { useEdit } from '../base/edit.ts';
import { Form } from '../frame/form.tsx';
import { Meanwhile } from '../frame/meanwhile.tsx';
import { useLoaded } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import { useWork } from '../base/work.ts';
import type { Organisation } from './organisation/organisation-form.ts';
import { SettingsScreen } from './settings-screen.tsx';

const kept = [
  ['Documents, versions, permits, incidents, people', 'Nothing deletes them. Archived ones stay too.'],
  ['Sign-offs', 'Nothing deletes them. A refused or voided one stays with its reason.'],
  ['Photos', 'Nothing deletes them.'],
  ['Audit log', 'Nothing deletes it, or changes an entry.'],
] as const;

const deleted: Readonly<Record<Name, readonly [what: string, then: string]>> = {
  tombstones: [
    'Traces of removed hazards, sections and people',
    'A tablet that was away longer fetches everything anew.',
  ],
  commands: [
    'What tablets sent, with the answers',
    'Anything older that arrives is refused, so that nothing counts twice.',
  ],
  notifications: ['Notifications', 'They are gone from the list.'],
  mails: ['E-mails that were sent or failed', 'What they told is still in the records.'],
  events: ['Events for other systems', 'A system that was away longer is told that it missed some.'],
  conflicts: ['Values that were settled, or merged by themselves', 'The record keeps the value that it has.'],
  exports: ['Finished exports with their files', 'The same file can be made again.'],
  renderings: ['Old files of exports that are kept up to date', 'The newest stays.'],
  tokens: ['Tokens, sessions and codes that ended', 'Their entries in the audit log stay.'],
  sentFiles: ['Files that tablets sent, without those of photos', 'What they brought is in the records.'],
  deliveries: ['Webhook deliveries that ended', 'They cannot be sent again.'],
  uploads: ['Uploads that no tablet went on with', 'The tablet begins anew.'],
  halfWrittenFiles: ['What a crash left of a file', 'Nobody was told that it had arrived.'],
  storedResponses: ['Answers to repeated requests', 'A request that is repeated later is done again.'],
};
const names = Object.keys(deleted) as Name[]; // its own keys

export function Retention() {
  const read = useLoaded('organisation settings', () => rest.getOrganisation());
  return (
    <SettingsScreen chosen="retention">
      <Shown of={read}>{(organisation) => <Years again={read.again} organisation={organisation} />}</Shown>
      <Panel title="Kept for good">
        <ul class="rows">
          {kept.map(([what, then]) => (
            <li key={what}>
              <span class="main">
                <b class="title">{what}</b>
                <span class="second">{then}</span>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Deleted after a time">
        <ul class="rows">
          {names
            .toSorted((a, b) => retentionDays[b] - retentionDays[a])
            .map((name) => (
              <li key={name}>
                <span class="main">
                  <b class="title">{deleted[name][0]}</b>
                  <span class="second">{deleted[name][1]}</span>
                </span>
                <span class="nowrap">
                  <b class="number">{retentionDays[name]}</b> {retentionDays[name] === 1 ? 'day' : 'days'}
                </span>
              </li>
            ))}
        </ul>
      </Panel>
    </SettingsScreen>
  );
}

function Years({ organisation, again }: { readonly organisation: Organisation; readonly again: () => void }) {
  const textsOf = ({ settings }: Organisation) => ({ years: String(settings.signoff.retention_years) });
  const form = useEdit<'years', Organisation>(organisation, textsOf, () => rest.getOrganisation());
  const work = useWork();
  const save = () =>
    work.isTaken(async (attempt) => {
      await form.save(({ base, values: { years } }) => {
        const body = { settings: { signoff: { retention_years: Number(years) } } };
        return attempt.updateOrganisation({ body, ifRevision: base.revision });
      });
      tell('Saved.');
      again();
    });
  return (
    <Panel title="Sign-offs">
      <Form class="pad form narrow" of={work} save={save}>
        <Meanwhile of={form} />
        <TextField
          {...form.field('years')}
          help="From 1 to 60. For so long your organisation has to be able to show them; the server keeps them in any case."
          label="Years that sign-offs are kept"
          type="number"
        />
        <div class="choices">
          <Button busy={work.isBusy} disabled={form.values.years === textsOf(organisation).years} type="submit">
            Save the years
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
