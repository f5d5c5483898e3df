/** Who is briefed and who is missing, by document; filtered by site and by employer. */
import { SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RosterLegend } from '../../ui/roster-strip.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { everyRow } from '../base/every-row.ts';
import { useLive } from '../base/loaded.ts';
import { go, useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { siteOptions, useSites } from '../base/sites.ts';
import { Screen } from '../frame/screen.tsx';
import { CoverageChart } from './coverage-chart.tsx';
import { BriefedRow } from './briefed-row.tsx';

export function Signoffs() {
  const address = useAddress();
  const site = address.searchParams.get('site') ?? '';
  const crew = address.searchParams.get('crew') ?? '';
  const list = useLive('coverage', (told) => everyRow((query) => rest.listCoverage({ query }), told('documents')));
  const sites = useSites();
  const archived = new Set(sites.filter(({ status }) => status === 'archived').map(({ id }) => id));
  const all = list.value?.data ?? [];
  const employers = [...new Set(all.flatMap(({ people }) => people.flatMap((each) => each.employer_name ?? [])))];
  const rows = all
    .filter((row) => (site ? row.site_id === site : !archived.has(row.site_id ?? '')))
    .map((row) => ({ ...row, people: row.people.filter((each) => !crew || each.employer_name === crew) }))
    .filter(({ people }) => people.length > 0);
  const choose = (name: string) => (value: string) => go(withQuery(address, { [name]: value }), true);
  return (
    <Screen title="Sign-offs">
      <div class="filters">
        <SelectField
          label="Site"
          name="site"
          onInput={choose('site')}
          options={[['', 'All sites'], ...siteOptions(sites)]}
          value={site}
        />
        <SelectField
          label="Crew"
          name="crew"
          onInput={choose('crew')}
          options={[['', 'All crews'], ...employers.toSorted().map((name) => [name, name] as const)]}
          value={crew}
        />
      </div>
      <CoverageChart rows={rows} />
      <Panel actions={<RosterLegend />} title="Who is briefed">
        <ShownRows
          empty={<Empty icon="users" title="Nobody is named on a document yet." />}
          of={{ ...list, value: list.value && { data: rows } }}
        >
          {(shown) => (
            <ul class="rows">
              {shown.map((row) => (
                <BriefedRow key={row.id} row={row} />
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
    </Screen>
  );
}
