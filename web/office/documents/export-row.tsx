/** One file of a document: whether it is being made, holds, or is old, and why; and its download. */
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { Rest } from '../base/attempt.ts';
import { languageName } from '../base/languages.ts';
import { recently } from '../base/times.ts';

type File = Awaited<ReturnType<Rest['getExport']>>;

/** What happened once, and more than once. */
const said: Readonly<Record<File['stale_because'][number]['reason'], (count: number) => string>> = {
  signoff_recorded: (count) => (count === 1 ? 'somebody signed' : `${count} people signed`),
  signoff_voided: (count) => (count === 1 ? 'a sign-off was voided' : `${count} sign-offs were voided`),
  crew_changed: () => 'its crew was changed',
  version_approved: () => 'another version was approved',
  edited: () => 'the document was edited',
  archived: () => 'the document was archived',
  photo_added: (count) => (count === 1 ? 'a photo came' : `${count} photos came`),
  photo_removed: (count) =>
    count === 1 ? 'a photo went to another project' : `${count} photos went to another project`,
  card_expired: () => 'a card on it has expired',
  linked_document_changed: () => 'a document that it names was changed',
  project_changed: () => 'the project was changed',
  site_changed: () => 'the site was changed',
  organisation_changed: () => 'the details of your organisation were changed',
};

export function ExportRow({
  file,
  title,
}: {
  readonly file: File;
  /** Of the document, where others are beside it. */
  readonly title?: string;
}) {
  const { status, format, form, language, document_version: version, compare_with: earlier, download_url: url } = file;
  return (
    <li>
      <Icon name="file-text" size={20} />
      <span class="main">
        <b class="title">
          {title && `${title}, `}
          {form === 'register' && 'Register, '}
          {format === 'pdf' ? 'PDF' : 'Word'}, {version === null ? 'draft' : `version ${version}`}
          {earlier !== null && `, with its changes since version ${earlier}`}
          {language !== null && `, statement in ${languageName(language)}`}
        </b>
        <span class="second">{about(file)}</span>
      </span>
      {status === 'queued' && <progress aria-label="Drawing the pages" />}
      {status === 'completed' && <Tag tone={file.current ? 'safe' : 'care'}>{file.current ? 'Current' : 'Old'}</Tag>}
      {status === 'failed' && <Tag tone="stop">Not made</Tag>}
      {url && format === 'pdf' && (
        <ButtonLink href={`${url}&disposition=inline`} icon="eye" small target="_blank">
          Look at it
        </ButtonLink>
      )}
      {url && (
        <ButtonLink download href={url} icon="download" small>
          Download
        </ButtonLink>
      )}
    </li>
  );
}

function about({ status, pages, created_at: at, trigger, current, stale_since: since, ...file }: File): string {
  if (status === 'queued') return 'The server is drawing the pages.';
  if (status === 'failed') return `${file.failure?.message ?? ''} ${recently(at)}`.trim();
  const made = [pages === null ? '' : pages === 1 ? '1 page' : `${pages} pages`, recently(at)].filter(Boolean);
  if (trigger === 'reconciled') made.push('made by itself');
  if (current || since === null) return made.join(' · ');
  const counts = Map.groupBy(file.stale_because, ({ reason }) => reason);
  const why = [...counts].map(([reason, each]) => said[reason](each.length));
  return `${made.join(' · ')} · Old since ${recently(since).replace('Today', 'today')}: ${why.join(', ')}.`;
}
