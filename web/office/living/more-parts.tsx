/** Parts of the design system that show one thing of a record, and what a screen reads from a server, for the living page. */
import { Progress } from '../../ui/charts/progress.tsx';
import { QrCode } from '../../ui/charts/qr-code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { GhsSign } from '../../ui/ghs-sign.tsx';
import { Initials } from '../../ui/initials.tsx';
import { LinkRow } from '../../ui/link-row.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown, ShownRows, type Reading } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { NotSaved } from '../../ui/written/not-saved.tsx';

const signs = ['GHS01', 'GHS02', 'GHS03', 'GHS04', 'GHS05', 'GHS06', 'GHS07', 'GHS08', 'GHS09'];
const again = (): void => undefined;
const lists: readonly Reading<{ readonly data: readonly string[] }>[] = [
  { value: undefined, failure: null, again },
  { value: undefined, failure: 'No connection. Nothing was lost; try again when there is one.', again },
  { value: { data: [] }, failure: null, again },
  { value: { data: ['Edge protection', 'Weather limits'] }, failure: null, again },
];

export function Records() {
  return (
    <Panel title="Mark, person, facts, signs, code">
      <div class="pad choices">
        <Mark size={40} />
        <Initials name="Grant Holloway" />
        {signs.map((code) => (
          <span key={code}>
            <GhsSign code={code} size={48} /> {code}
          </span>
        ))}
        <QrCode label="A code that opens this page" text="https://sitefile.example/office/ui" />
      </div>
      <div class="pad">
        <NotSaved holds />
        <Progress all={480} done={120} words="Checking 120 of 480 sign-offs" />
      </div>
      <ul class="rows">
        <LinkRow about={['Leeds', 'Jo Calder']} href="/office/ui" icon="map-pin" title="Mill Lane yard" />
      </ul>
      <Facts
        facts={[
          ['Who', 'Luke Farrell'],
          ['When', '25 Nov 06:54'],
          ['Not known', null],
        ]}
      />
    </Panel>
  );
}

/** Each state in which a reading can be. */
export function Readings() {
  return (
    <div class="living-states">
      {lists.map((list, i) => (
        <Panel key={i} title={`A list, ${i + 1}`}>
          <ShownRows empty={<Empty title="Nothing is there." />} of={list} rows={2}>
            {(rows) => (
              <ul class="rows">
                {rows.map((row) => (
                  <li key={row}>{row}</li>
                ))}
              </ul>
            )}
          </ShownRows>
        </Panel>
      ))}
      <Panel title="A record">
        <Shown of={{ value: 'Scaffold to the north stair', failure: null, again }}>
          {(name) => <p class="pad">{name}</p>}
        </Shown>
      </Panel>
    </div>
  );
}
