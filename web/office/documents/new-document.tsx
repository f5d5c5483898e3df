/** A new document: title, type and place; it starts with the sections of its type. */
import { useState } from 'preact/hooks';
import { lacksProject } from '../../../shared/resources/document/lacks-project.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useLoaded } from '../base/loaded.ts';
import { useMayNotBegin } from '../base/me.ts';
import { go, useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { openSites, useProjects, useSites } from '../base/sites.ts';
import { useWork } from '../base/work.ts';
import { Form } from '../frame/form.tsx';
import { Screen } from '../frame/screen.tsx';
import { TemplateList } from './template-list.tsx';
import { documentTypes } from './types.ts';

export function NewDocument() {
  if (!useMayNotBegin('documents:write')) return <NewForm />;
  return (
    <Screen title="New document">
      <Notice tone="act">Your role does not write documents.</Notice>
    </Screen>
  );
}

function NewForm() {
  const [title, setTitle] = useState('');
  const address = useAddress();
  const type = address.searchParams.get('type') ?? 'rams';
  const setType = (value: string): void => go(withQuery(address, { type: value }), true);
  const [project, setProject] = useState('');
  const [site, setSite] = useState('');
  const [isTemplate, setTemplate] = useState(true);
  const [isMissing, setMissing] = useState(false);
  const organisation = useLoaded('organisation', () => rest.getOrganisation()).value;
  const known = documentTypes.find(([each]) => each === type);
  const mayHaveNone =
    !organisation ||
    !known ||
    !lacksProject(null, { project_id: null, document_type: known[0] }, organisation.settings);
  const isPlaced = project !== '' || mayHaveNone;
  const work = useWork();
  const submit = () => {
    setMissing(!title.trim() || !isPlaced);
    if (!title.trim() || !known || !isPlaced) return false;
    return work.isTaken(async (attempt) => {
      const place = { ...(project ? { project_id: project } : {}), ...(site ? { site_id: site } : {}) };
      const body = { title: title.trim(), document_type: known[0], template: isTemplate, ...place };
      const { id } = await attempt.createDocument({ body });
      attempt.goOn(`/office/documents/${id}/edit`);
    });
  };
  return (
    <Screen title="New document">
      <div class="beside open">
        <Panel title="What is it about?">
          <Form class="pad form narrow" of={work} save={submit}>
            <TextField
              autofocus
              error={isMissing && !title.trim() ? 'Write a title, such as the work and the place.' : undefined}
              label="Title"
              name="title"
              onInput={setTitle}
              value={title}
            />
            <div class="pair">
              <SelectField label="Type" name="type" onInput={setType} options={documentTypes} value={type} />
              <Place
                error={isMissing && !isPlaced ? 'Choose the project that its reference names.' : undefined}
                none={mayHaveNone ? 'No project' : 'Choose a project'}
                onProject={(value) => {
                  setProject(value);
                  setSite('');
                }}
                onSite={setSite}
                project={project}
                site={site}
              />
            </div>
            <CheckField checked={isTemplate} label="Start with the sections of its type" onInput={setTemplate} />
            <div class="choices">
              <Button busy={work.isBusy} look="act" type="submit">
                Make the draft
              </Button>
            </div>
            <p class="second">To start from a document that exists, open it and choose Duplicate.</p>
          </Form>
        </Panel>
        <Panel title="Templates">
          <TemplateList chosen={type} hrefOf={(each) => withQuery(address, { type: each })} />
        </Panel>
      </div>
    </Screen>
  );
}

function Place({
  project,
  site,
  none,
  error,
  onProject,
  onSite,
}: {
  /** Ids; '' = none. */
  readonly project: string;
  readonly site: string;
  /** The word for no project. */
  readonly none: string;
  readonly error: string | undefined;
  readonly onProject: (id: string) => void;
  readonly onSite: (id: string) => void;
}) {
  const [projects, sites] = [useProjects(), useSites()];
  const own = openSites(sites).filter((each) => each.project_id === project);
  return (
    <>
      <SelectField
        error={error}
        label="Project"
        name="project"
        onInput={onProject}
        options={[['', none], ...projects.map(({ id, name }) => [id, name] as const)]}
        value={project}
      />
      <SelectField
        label="Site"
        name="site"
        onInput={onSite}
        options={[['', 'No site'], ...own.map(({ id, name }) => [id, name] as const)]}
        value={site}
      />
    </>
  );
}
