/** One document to read: hazards, sections, and the register of its sign-offs with who signed an old version. */
import { Icon } from '../../ui/icon.tsx';
import { Ink } from '../../ui/ink.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Plate } from '../../ui/plate.tsx';
import { RiskChip } from '../../ui/risk-chip.tsx';
import { RosterLegend, RosterStrip, type Briefed } from '../../ui/roster-strip.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useLoaded } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import { atTime } from '../base/times.ts';
import { Screen } from '../frame/screen.tsx';

type Read = Awaited<ReturnType<typeof rest.getDocument>>;
type Signoffs = Awaited<ReturnType<typeof rest.listSignoffs>>['data'];

export function Document({ id }: { readonly id: string }) {
  const read = useLoaded(`document ${id}`, () => rest.getDocument({ document: id }));
  const signed = useLoaded(`signoffs ${id}`, () => rest.listSignoffs({ document: id }));
  const document = read.value;
  return (
    <Screen
      before={
        <>
          <a aria-label="Documents" class="icon-button" href="/office/documents">
            <Icon name="arrow-left" size={20} />
          </a>
          {document && (
            <Plate reference={document.reference ?? null} status={document.status} version={document.version} />
          )}
        </>
      }
      title={document?.title ?? 'Document'}
    >
      {read.failure !== null ? (
        <Failed onRetry={read.again} words={read.failure} />
      ) : !document ? (
        <Loading />
      ) : (
        <>
          {signed.failure !== null ? (
            <Failed onRetry={signed.again} words={signed.failure} />
          ) : signed.value ? (
            <Register signoffs={signed.value.data} />
          ) : (
            <Loading rows={2} />
          )}
          <Hazards hazards={document.hazards} />
          <Panel count={document.sections.length} title="Sections">
            <div class="pad reading">
              {document.sections.map(({ id: section, title, body }) => (
                <section key={section}>
                  <h3>{title}</h3>
                  <p class="running">{body}</p>
                </section>
              ))}
            </div>
          </Panel>
        </>
      )}
    </Screen>
  );
}

function Register({ signoffs }: { readonly signoffs: Signoffs }) {
  const counted = signoffs.filter(({ status }) => status === 'recorded');
  const bySigner = Map.groupBy(counted, ({ worker }) => worker.id ?? worker.name);
  const people = [...bySigner.values()].map((own): Briefed =>
    own.some(({ currency }) => currency === 'current') ? 'current' : 'old',
  );
  const current = people.filter((each) => each === 'current').length;
  return (
    <Panel actions={<RosterLegend />} title="Sign-off register">
      {signoffs.length === 0 ? (
        <Empty icon="pen-line" title="Nobody has signed yet." />
      ) : (
        <div>
          <div class="pad register-head">
            <span class="number big">
              {current} of {people.length}
            </span>
            <RosterStrip large people={people} />
          </div>
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
              {signoffs.map(({ id, worker, signature, capture, received_at, document_version, currency, status }) => (
                <tr key={id}>
                  <td>
                    <b>{worker?.name}</b>
                  </td>
                  <td class="second">{worker?.trade}</td>
                  <td>{signature?.strokes && <Ink name={worker?.name ?? ''} strokes={signature.strokes} />}</td>
                  <td class="nowrap">
                    {timeOf(capture?.captured_at_corrected ?? capture?.captured_at_device ?? received_at)}
                  </td>
                  <td class="nowrap">
                    v{document_version}{' '}
                    {status !== 'recorded' ? (
                      <Tag tone="stop">Voided</Tag>
                    ) : (
                      currency !== 'current' && <Tag tone="care">Old version</Tag>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function timeOf(at: string | null | undefined): string {
  return at ? atTime(at) : '';
}

/** The worst first. */
function Hazards({ hazards }: { readonly hazards: Read['hazards'] }) {
  const sorted = hazards.toSorted((a, b) => (b.risk_after ?? 0) - (a.risk_after ?? 0) || a.position - b.position);
  return (
    <Panel count={hazards.length} title="Hazards">
      {sorted.length === 0 ? (
        <Empty icon="triangle-alert" title="No hazards written yet." />
      ) : (
        <ul class="rows">
          {sorted.map(({ id, name, risk_before, band_before, risk_after, band_after }) => (
            <li key={id}>
              <span class="main title">{name}</span>
              <RiskChip band={band_before} risk={risk_before} />
              <Icon name="arrow-right" />
              <RiskChip band={band_after} risk={risk_after} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
