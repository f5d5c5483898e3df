/** Files of a project or one of its sites: a pack of everything, the permit register and the briefing matrix; how far each is, and its download. */
import { useEffect, useState } from 'preact/hooks';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useLoaded } from '../base/loaded.ts';
import { askEveryMs } from '../base/make-file.ts';
import { useMay } from '../base/me.ts';
import type { Rest } from '../base/attempt.ts';
import { rest } from '../base/server.ts';
import { siteOptions } from '../base/sites.ts';
import { recently } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { Refusal } from '../frame/refusal.tsx';

type File = Awaited<ReturnType<Rest['getProjectExport']>>;
type Form = File['form'];

const words: Readonly<Record<Form, string>> = {
  pack: 'Pack of everything',
  permit_register: 'Permit register',
  briefing_matrix: 'Briefing matrix',
  incident_sheet: 'Incident sheet',
};

const mostShown = 12;

interface Place {
  readonly id: string;
  readonly name: string;
}

type Site = Place & { readonly project_id: string; readonly status: string };

/** The button, and what it opens. */
export function ProjectFiles({ project, sites }: { readonly project: Place; readonly sites: readonly Site[] }) {
  const [isOpen, setOpen] = useState(false);
  const mayExport = useMay('exports:write');
  if (!mayExport) return null;
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)} small>
        Files
      </Button>
      {isOpen && (
        <Files
          onClose={() => setOpen(false)}
          project={project}
          sites={sites.filter(({ project_id }) => project_id === project.id)}
        />
      )}
    </>
  );
}

function Files({
  project,
  sites,
  onClose,
}: {
  readonly project: Place;
  readonly sites: readonly Site[];
  readonly onClose: () => void;
}) {
  const files = useLoaded(`files of ${project.id}`, async () => {
    const { data } = await rest.listProjectExports({ project: project.id, query: { per_page: String(mostShown) } });
    return data;
  });
  const isWaiting = files.value?.some(({ status }) => status === 'queued') ?? false;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(files.again, askEveryMs);
    return () => clearInterval(timer);
  }, [files.again, isWaiting]);
  return (
    <Dialog onClose={onClose} title={`Files of ${project.name}`}>
      <Ask onAsked={files.again} project={project} sites={sites} />
      <Shown of={files}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon="download" title="No file was made of this project yet." />
          ) : (
            <ul aria-live="polite" class="rows">
              {rows.map((each) => (
                <FileRow file={each} key={each.id} sites={sites} />
              ))}
            </ul>
          )
        }
      </Shown>
    </Dialog>
  );
}

/** What is to be made: of which place, and of which days. */
function Ask({
  project,
  sites,
  onAsked,
}: {
  readonly project: Place;
  readonly sites: readonly Site[];
  readonly onAsked: () => void;
}) {
  const [form, setForm] = useState<Exclude<Form, 'incident_sheet'>>('pack');
  const [isWord, setWord] = useState(false);
  const [site, setSite] = useState('');
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const work = useWork();
  const isPack = form === 'pack';
  const make = (): Promise<void> =>
    work.run(async (attempt) => {
      const days = form === 'permit_register' ? { from: from || null, until: until || null } : {};
      const format = isPack ? 'zip' : isWord ? 'docx' : 'pdf';
      await attempt.exportProject({ project: project.id, body: { form, format, site_id: site || null, ...days } });
      onAsked();
    });
  return (
    <div class="form">
      <Refusal of={work} />
      <div class="pair">
        <SelectField
          label="What"
          name="form"
          onInput={(value) => setForm(value === 'permit_register' || value === 'briefing_matrix' ? value : 'pack')}
          options={(['pack', 'permit_register', 'briefing_matrix'] as const).map((each) => [each, words[each]])}
          value={form}
        />
        <SelectField
          label="Of"
          name="site"
          onInput={setSite}
          options={[['', 'All sites'], ...siteOptions(sites)]}
          value={site}
        />
        {form === 'permit_register' && (
          <>
            <TextField label="In force from" name="from" onInput={setFrom} optional type="date" value={from} />
            <TextField label="Until" name="until" onInput={setUntil} optional type="date" value={until} />
          </>
        )}
        {!isPack && (
          <SelectField
            label="Format"
            name="format"
            onInput={(value) => setWord(value === 'docx')}
            options={[
              ['pdf', 'PDF'],
              ['docx', 'Word'],
            ]}
            value={isWord ? 'docx' : 'pdf'}
          />
        )}
      </div>
      {isPack && (
        <p class="second">
          A ZIP of the documents in force, the registers, permits, incidents, photos and sheets that you may read, with
          an index.
        </p>
      )}
      <Button busy={work.isBusy} icon="download" look="act" onClick={make}>
        Make the file
      </Button>
    </div>
  );
}

function FileRow({ file, sites }: { readonly file: File; readonly sites: readonly Place[] }) {
  const { status, form, format, site_id, progress, download_url: url } = file;
  const place = sites.find(({ id }) => id === site_id)?.name;
  const kind = { pdf: 'PDF', docx: 'Word', zip: 'ZIP' }[format];
  return (
    <li>
      <Icon name="file-text" size={20} />
      <span class="main">
        <b class="title">{[words[form], place, kind].filter(Boolean).join(', ')}</b>
        <span class="second">{about(file)}</span>
      </span>
      {status === 'queued' && (
        <progress
          aria-label="Files that are made"
          {...(progress ? { max: progress.total, value: progress.done } : {})}
        />
      )}
      {status === 'failed' && <Tag tone="stop">Not made</Tag>}
      {url && (
        <ButtonLink download href={url} icon="download" small>
          Download
        </ButtonLink>
      )}
    </li>
  );
}

function about({ status, progress, failure, pages, files, left_out: leftOut, created_at: at }: File): string {
  if (status === 'queued')
    return progress ? `${progress.done} of ${progress.total} files are made.` : 'The server is drawing the pages.';
  if (status === 'failed') return [failure?.message, recently(at)].filter(Boolean).join(' ');
  const made = [
    pages === null ? '' : pages === 1 ? '1 page' : `${pages} pages`,
    files === null ? '' : `${files} files`,
    leftOut ? `${leftOut} left out, the index says why` : '',
    recently(at),
  ];
  return made.filter(Boolean).join(' · ');
}
