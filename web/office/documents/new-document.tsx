/** A new document: title, type and place; it starts with the sections of its type. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useMayNotBegin } from '../base/me.ts';
import { go, useAddress, withQuery } from '../base/place.ts';
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
  const [projects, sites] = [useProjects(), useSites()];
  const work = useWork();
  const submit = () => {
    setMissing(!title.trim());
    const known = documentTypes.find(([each]) => each === type);
    if (!title.trim() || !known) return false;
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
              error={isMissing ? 'Write a title, such as the work and the place.' : undefined}
              label="Title"
              name="title"
              onInput={setTitle}
              value={title}
            />
            <div class="pair">
              <SelectField label="Type" name="type" onInput={setType} options={documentTypes} value={type} />
              <SelectField
                label="Project"
                name="project"
                onInput={(value) => {
                  setProject(value);
                  setSite('');
                }}
                options={[['', 'No project'], ...projects.map(({ id, name }) => [id, name] as const)]}
                value={project}
              />
              <SelectField
                label="Site"
                name="site"
                onInput={setSite}
                options={[
                  ['', 'No site'],
                  ...openSites(sites)
                    .filter((each) => each.project_id === project)
                    .map(({ id, name }) => [id, name] as const),
                ]}
                value={site}
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
