/** Exports: asks for a PDF or Word file, waits for it, and offers it. */
import { useEffect, useState } from 'preact/hooks';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { rest } from '../base/server.ts';
import { recently } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import type { DocumentPart } from './part.ts';
import { Refusal } from '../frame/refusal.tsx';

type Job = Awaited<ReturnType<typeof rest.getExport>>;

/** Most files take less than two seconds. */
const askEveryMs = 700;

export function Exports({ document }: DocumentPart) {
  const { id, current_approved_version: approved } = document;
  const [format, setFormat] = useState<'pdf' | 'docx'>('pdf');
  const [jobs, setJobs] = useState<readonly Job[]>([]);
  const work = useWork();
  const keep = (job: Job): void => setJobs((before) => [job, ...before.filter((each) => each.id !== job.id)]);
  const start = (): Promise<void> =>
    work.run(async () => keep(await rest.exportDocument({ document: id, body: { format } })));
  return (
    <Panel title="Export">
      <div class="pad form">
        <Refusal of={work} />
        <p class="second">
          The file holds {approved === null ? 'the draft, marked as such' : `approved version ${approved}`}, with its
          sign-offs.
        </p>
        <div class="filters">
          <SelectField
            label="Format"
            name="format"
            onInput={(value) => setFormat(value === 'docx' ? 'docx' : 'pdf')}
            options={[
              ['pdf', 'PDF'],
              ['docx', 'Word'],
            ]}
            value={format}
          />
          <Button busy={work.isBusy} icon="download" look="act" onClick={start}>
            Make the file
          </Button>
        </div>
      </div>
      {jobs.length === 0 ? (
        <Empty icon="download" title="No file was asked for on this page yet." />
      ) : (
        <ul class="rows">
          {jobs.map((job) => (
            <JobRow job={job} key={job.id} onChange={keep} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function JobRow({ job, onChange }: { readonly job: Job; readonly onChange: (job: Job) => void }) {
  const { id, status, format, document_version: version, pages, download_url, failure, created_at } = job;
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (status !== 'queued') return;
    const timer = setInterval(() => {
      rest.getExport({ export: id }).then(onChange, () => setLost(true));
    }, askEveryMs);
    return () => clearInterval(timer);
  }, [id, status]);
  return (
    <li aria-live="polite">
      <Icon name="file-text" size={20} />
      <span class="main">
        <b class="title">
          {format === 'pdf' ? 'PDF' : 'Word'}, {version === null ? 'draft' : `version ${version}`}
        </b>
        <span class="second">
          {status === 'completed'
            ? `${pages ?? ''} pages · ${recently(created_at)}`
            : status === 'failed'
              ? failure?.message
              : isLost
                ? 'No connection. The server goes on with it.'
                : 'The server is drawing the pages.'}
        </span>
      </span>
      {status === 'queued' && <progress aria-label="Drawing the pages" />}
      {download_url && (
        <ButtonLink download href={download_url} icon="download" small>
          Download
        </ButtonLink>
      )}
    </li>
  );
}
