/** The sign-off register of a document: who is briefed, who is missing, and every sign-off with its evidence. */
import type { ComponentChildren } from 'preact';
import { registerNumbers } from '../../../../shared/resources/signoff/register-order.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RosterLegend, RosterStrip } from '../../../ui/roster-strip.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import type { Coverage } from '../../base/coverage.ts';
import { everyRow } from '../../base/every-row.ts';
import { useLive } from '../../base/loaded.ts';
import { go, useAddress, withQuery } from '../../base/place.ts';
import { rest } from '../../base/server.ts';
import { onDay } from '../../base/times.ts';
import type { DocumentPart } from '../part.ts';
import { AskToBrief, askedWords } from './ask-to-brief.tsx';
import { ChangeCrew } from './change-crew.tsx';
import { Evidence } from './evidence.tsx';
import { RegisterFilters, useRegisterFilters } from './filters.tsx';
import { RegisterPdf } from './register-pdf.tsx';
import { Signatures } from './signatures.tsx';
import { VerifyAll } from './verify-all.tsx';

export function Register({ document, again }: DocumentPart) {
  const { id, current_approved_version: version, status } = document;
  const address = useAddress();
  const filters = useRegisterFilters();
  const signed = useLive(`signoffs ${id}`, (told) =>
    everyRow(
      (query) => rest.listSignoffs({ document: id, query: { ...query, per_page: String(query.per_page) } }),
      told('sign-offs'),
    ),
  );
  const covered = useLive(`coverage of ${id}`, async () =>
    (await rest.listCoverage({ query: { document_id: id } })).data.find((each) => each.id === id),
  );
  const open = address.searchParams.get('signoff');
  return (
    <Shown of={signed} rows={8}>
      {({ data }, shown = data.filter(filters.fits), opened = data.find((each) => each.id === open)) => (
        <>
          <Shown of={covered} rows={2}>
            {(coverage) =>
              coverage && (
                <Briefed
                  asked={status === 'archived' ? undefined : askedWords(document)}
                  buttons={
                    <>
                      {status !== 'archived' && <ChangeCrew again={covered.again} coverage={coverage} />}
                      <AskToBrief again={again} document={document} site={coverage.site_id ?? null} />
                    </>
                  }
                  isArchived={status === 'archived'}
                  people={coverage.people}
                  version={version}
                />
              )
            }
          </Shown>
          <VerifyAll documentId={id} key={id} signoffs={data} />
          <Panel
            actions={
              <>
                <RegisterFilters of={filters} signoffs={data} />
                <RegisterPdf document={document} />
              </>
            }
            count={shown.length === data.length ? data.length : `${shown.length} of ${data.length}`}
            title="Sign-off register"
          >
            {shown.length > 0 ? (
              <Signatures numbers={registerNumbers(data)} signoffs={shown} />
            ) : (
              <Empty icon="pen-line" title={data.length === 0 ? 'Nobody has signed yet.' : 'No sign-off matches.'} />
            )}
          </Panel>
          {opened && (
            <Evidence
              again={signed.again}
              key={opened.id}
              onClose={() => go(withQuery(new URL(location.href), { signoff: null }), true)}
              number={registerNumbers(data).get(opened.id)}
              others={data}
              signoff={opened}
            />
          )}
        </>
      )}
    </Shown>
  );
}

function Briefed({
  people,
  isArchived,
  version,
  buttons,
  asked,
}: {
  readonly people: Coverage['people'];
  /** What is archived is not briefed any more. */
  readonly isArchived: boolean;
  readonly version: number | null;
  readonly buttons: ComponentChildren;
  readonly asked: string | undefined;
}) {
  const among = (state: string) => people.filter((each) => each.state === state);
  const missing = among('missing');
  return (
    <>
      <Panel
        actions={
          <>
            <RosterLegend />
            {buttons}
          </>
        }
        title="Who is briefed"
      >
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
      {asked && <Notice tone="act">{asked}</Notice>}
      {among('old').map(({ name, trade, signed_version, signed_at }) => (
        <Notice key={name} tone="care">
          <b>{name}</b>
          {trade && `, ${trade}`}: signed version {signed_version}
          {signed_at && ` on ${onDay(signed_at)}`}.{!isArchived && ' Brief and sign again.'}
        </Notice>
      ))}
      {among('declined').map(({ name, trade, signed_at }) => (
        <Notice key={name} tone="stop">
          <b>{name}</b>
          {trade && `, ${trade}`}: not willing to sign
          {signed_at && ` on ${onDay(signed_at)}`}. The register has the reason.
        </Notice>
      ))}
      {missing.length > 0 && (
        <Notice tone="care">
          <b>
            {missing.length} {isArchived ? 'did not sign' : 'not briefed yet'}:
          </b>{' '}
          {missing.map(({ name, employer_name }) => (employer_name ? `${name} (${employer_name})` : name)).join(', ')}
        </Notice>
      )}
    </>
  );
}
