/** The sign-off register of a document: who is briefed, who is missing, and every sign-off with its ink. */
import { coverageOf, type Briefed as Briefing } from '../../../../shared/resources/signoff/coverage.ts';
import { Ink } from '../../../ui/ink.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RosterLegend, RosterStrip } from '../../../ui/roster-strip.tsx';
import { Shown, ShownRows } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useLoaded } from '../../base/loaded.ts';
import { rest } from '../../base/server.ts';
import { atTime, onDay } from '../../base/times.ts';
import type { DocumentPart } from '../part.ts';

type Signoff = Awaited<ReturnType<typeof rest.listSignoffs>>['data'][number];

export function Register({ document }: DocumentPart) {
  const { id, personnel, current_approved_version: version } = document;
  const signed = useLoaded(`signoffs ${id}`, () => rest.listSignoffs({ document: id }));
  return (
    <>
      <Shown of={signed} rows={2}>
        {({ data }) => <Briefed people={coverageOf(personnel, data.map(asSigned))} version={version} />}
      </Shown>
      <Panel count={signed.value?.meta.total ?? ''} title="Sign-off register">
        <ShownRows empty={<Empty icon="pen-line" title="Nobody has signed yet." />} of={signed}>
          {(signoffs) => <Signatures signoffs={signoffs} />}
        </ShownRows>
      </Panel>
    </>
  );
}

/** For the rule by which the server counts too. */
function asSigned({ worker, status, currency, document_version: version = null, capture, received_at }: Signoff) {
  const at = capture.captured_at_corrected ?? capture.captured_at_device ?? received_at ?? null;
  return { worker, status, isCurrent: currency === 'current', version, at };
}

function Briefed({ people, version }: { readonly people: readonly Briefing[]; readonly version: number | null }) {
  const among = (state: string) => people.filter((each) => each.state === state);
  const missing = among('missing');
  return (
    <>
      <Panel actions={<RosterLegend />} title="Who is briefed">
        <div class="pad register-head">
          <span>
            <span class="number big">
              {among('current').length} of {people.length}
            </span>
            <br />
            <span class="second">{version === null ? 'nothing approved yet' : `signed version ${version}`}</span>
          </span>
          <RosterStrip large people={people.map(({ state }) => state)} />
        </div>
      </Panel>
      {among('old').map(({ name, trade, signed_version, signed_at }) => (
        <Notice key={name} tone="care">
          <b>{name}</b>
          {trade && `, ${trade}`}: signed version {signed_version}
          {signed_at && ` on ${onDay(signed_at)}`}. Brief and sign again.
        </Notice>
      ))}
      {missing.length > 0 && (
        <Notice tone="care">
          <b>{missing.length} not briefed yet:</b>{' '}
          {missing.map(({ name, employer_name }) => (employer_name ? `${name} (${employer_name})` : name)).join(', ')}
        </Notice>
      )}
    </>
  );
}

function Signatures({ signoffs }: { readonly signoffs: readonly Signoff[] }) {
  return (
    <table class="table folds">
      <thead>
        <tr>
          <th>Name</th>
          <th>Role</th>
          <th>Signature</th>
          <th>Signed</th>
          <th>Version</th>
        </tr>
      </thead>
      <tbody>
        {signoffs.map((signoff) => {
          const { id, worker, signature, capture, received_at, document_version } = signoff;
          const at = capture?.captured_at_corrected ?? capture?.captured_at_device ?? received_at;
          return (
            <tr key={id}>
              <td>
                <b>{worker?.name}</b>
              </td>
              <td class="second">{worker?.trade}</td>
              <td>{signature?.strokes && <Ink name={worker?.name ?? ''} strokes={signature.strokes} />}</td>
              <td class="nowrap">{at ? atTime(at) : ''}</td>
              <td class="nowrap">
                v{document_version} <Doubt signoff={signoff} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Doubt({ signoff: { status, currency, declined } }: { readonly signoff: Signoff }) {
  if (status === 'declined') return <Tag tone="stop">Declined{declined?.reason && `: ${declined.reason}`}</Tag>;
  if (status === 'duplicate') return <Tag>Sent twice, kept once</Tag>;
  if (status !== 'recorded') return <Tag tone="stop">Voided</Tag>;
  return currency === 'current' ? null : <Tag tone="care">Old version</Tag>;
}
