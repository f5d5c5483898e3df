/** The document itself: its titles and reference, its place, and the days of the work, to the last of which cards have to be in date. */
import { useContext, useRef, useState } from 'preact/hooks';
import { lacksProject } from '../../../../shared/resources/document/lacks-project.ts';
import { SelectField } from '../../../ui/field.tsx';
import { Untaken } from '../../../ui/input/not-taken.ts';
import { Panel } from '../../../ui/panel.tsx';
import type { Rest } from '../../base/attempt.ts';
import { useLoaded } from '../../base/loaded.ts';
import { rest } from '../../base/server.ts';
import { openSites, usePlaces, withChosen } from '../../base/sites.ts';
import type { DocumentPart } from '../part.ts';
import type { HeldByServer } from './held.ts';
import type { Change } from './line.ts';
import { SavedChoice } from './saved/choices.tsx';
import { SavedField } from './saved/field.tsx';

type Body = NonNullable<Parameters<Rest['updateDocument']>[0]['body']>;

type Update = (body: Body, seen: Body) => Promise<boolean>;

export function DocumentFields({
  document,
  edit,
  save,
}: {
  readonly document: DocumentPart['document'];
  readonly edit: HeldByServer['edit'];
  readonly save: (change: Change) => Promise<boolean>;
}) {
  const { id, title, short_title: short, reference, work_starts_on: starts, work_ends_on: ends } = document;
  const update: Update = (body, seen) =>
    save(edit(document, body, seen, (attempt, sent) => attempt.updateDocument({ document: id, body: sent })));
  return (
    <Panel part="document" title="The document">
      <div class="pad form">
        <SavedField
          label="Title"
          name="title"
          save={(text, seen) => update({ title: text.trim() }, { title: seen?.trim() })}
          value={title}
        />
        <SavedField
          label="Short title, for cards and lists"
          name="short_title"
          save={(words, seen) => update({ short_title: words }, { short_title: seen })}
          value={short ?? ''}
        />
        <SavedField
          label="Reference"
          name="reference"
          save={(words, seen) => update({ reference: words.trim() || null }, { reference: seen })}
          value={reference ?? ''}
        />
        <PlaceFields document={document} update={update} />
        <div class="pair">
          <SavedField
            label="Work begins on"
            name="work_starts_on"
            save={(day, seen) =>
              update({ work_starts_on: day || null }, { work_starts_on: seen === undefined ? undefined : seen || null })
            }
            type="date"
            value={starts ?? ''}
          />
          <SavedField
            help="Cards of people have to be in date until then."
            label="Work ends on"
            name="work_ends_on"
            save={(day, seen) =>
              update({ work_ends_on: day || null }, { work_ends_on: seen === undefined ? undefined : seen || null })
            }
            type="date"
            value={ends ?? ''}
          />
        </div>
      </div>
    </Panel>
  );
}

/** Another project is for drafts that were never approved; it has other sites, so that none is chosen then. */
function PlaceFields({ document, update }: Pick<DocumentPart, 'document'> & { readonly update: Update }) {
  const { projects, sites, placeName } = usePlaces();
  const organisation = useLoaded('organisation', () => rest.getOrganisation()).value;
  /** Not before the rules of the organisation are read. */
  const mayHaveNone =
    organisation !== undefined && !lacksProject(document, { ...document, project_id: null }, organisation.settings);
  const { project_id: project = null, site_id: site = null, current_approved_version: approved } = document;
  /** Where it stays once it is approved. */
  const own = project ?? sites.find(({ id }) => id === site)?.project_id ?? null;
  const there = sites.filter((each) => (approved === null ? project === null : false) || each.project_id === own);
  const choosing = useChoosing(document);
  const placing = useChoosing(document);
  const named = ({ id, name }: { readonly id: string; readonly name: string }) => [id, name] as const;
  const projectName = (id: string): string => placeName('project_id', id);
  const siteHelp = choosing.isWaiting
    ? 'It is chosen once the project is saved.'
    : approved === null
      ? undefined
      : `Version ${approved} stays where it is until this one is approved.`;
  return (
    <div class="pair">
      {approved === null ? (
        <Untaken.Provider value={choosing.note}>
          <SavedChoice
            choices={withChosen(projects.filter(isOpen).map(named), project, projectName)}
            disabled={placing.isWaiting}
            help={placing.isWaiting ? 'It is chosen once the site is saved.' : undefined}
            label="Project"
            name="project_id"
            none={project === null || mayHaveNone ? 'No project' : null}
            save={(chosen, seen) => choosing.until(update({ project_id: chosen, site_id: null }, { project_id: seen }))}
            value={project}
            wordOf={projectName}
          />
        </Untaken.Provider>
      ) : (
        <SelectField
          disabled
          help={`Version ${approved} was approved in it. A copy, by Duplicate, can be for another one.`}
          label="Project"
          name="project_id"
          onInput={() => undefined}
          options={[[own ?? '', own ? projectName(own) : 'No project']]}
          value={own ?? ''}
        />
      )}
      <SavedChoice
        choices={withChosen(openSites(there, site ?? '').map(named), site, (id) => placeName('site_id', id))}
        disabled={choosing.isWaiting}
        help={siteHelp}
        label="Site"
        name="site_id"
        none={approved !== null && project === null && own !== null ? null : 'No site'}
        save={(chosen, seen) => placing.until(update({ site_id: chosen }, { site_id: seen }))}
        value={site}
        wordOf={(id) => placeName('site_id', id)}
      />
    </div>
  );
}

/**
 * Until another project is saved and read, the sites on the screen are those of the one before; also where it was not taken. And another
 * project leaves out the site that was read.
 */
function useChoosing(document: object) {
  const tell = useContext(Untaken);
  const [isUntaken, setUntaken] = useState(false);
  const [waiting, setWaiting] = useState(0);
  /** As it was read before the last of them was taken. */
  const [before, setBefore] = useState<object>();
  const newest = useRef(document);
  newest.current = document;
  return {
    isWaiting: waiting > 0 || isUntaken || before === document,
    /** Of the project that is chosen. */
    note: (...[again, is]: Parameters<typeof tell>): void => {
      setUntaken(is);
      tell(again, is);
    },
    until: async (taking: Promise<boolean>): Promise<boolean> => {
      setWaiting((count) => count + 1);
      const isTaken = await taking;
      setWaiting((count) => count - 1);
      if (isTaken) setBefore(newest.current);
      return isTaken;
    },
  };
}

/** Takes new documents. */
function isOpen({ status }: { readonly status: string }): boolean {
  return status !== 'completed' && status !== 'archived';
}
