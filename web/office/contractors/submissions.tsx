/** What each contractor of a project has handed in, and what is still missing. */
import { Icon, type Tone } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { asWords } from '../../ui/status.ts';
import { Tag } from '../../ui/tag.tsx';
import { useLive } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import { onDay } from '../base/times.ts';

export const submissionTones: Readonly<Record<string, Tone>> = {
  approved: 'safe',
  approved_with_comments: 'safe',
  submitted: 'act',
  under_review: 'act',
  amendments_requested: 'care',
  overdue: 'stop',
};

/** Shown only where somebody was invited. */
export function Submissions({ project, title }: { readonly project: string; readonly title: string }) {
  const list = useLive(`submissions ${project}`, () => rest.listSubmissions({ project }));
  const rows = list.value?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel count={rows.length} title={title}>
      <ul class="rows">
        {rows.map(
          ({ id, contractor_id, contractor_name, status, deadline, documents, missing_document_types: missing }) => (
            <li key={id}>
              <Icon name="file-check" size={20} />
              <span class="main">
                <a class="title" href={`/office/contractors/${contractor_id}`}>
                  {contractor_name}
                </a>
                <span class="second">
                  {documents.length === 1 ? '1 document' : `${documents.length} documents`}
                  {missing.length > 0 && ` · missing: ${missing.map(asWords).join(', ')}`}
                </span>
              </span>
              {deadline && <span class="second nowrap">until {onDay(deadline)}</span>}
              <Tag tone={submissionTones[status] ?? 'plain'}>{asWords(status)}</Tag>
            </li>
          ),
        )}
      </ul>
    </Panel>
  );
}
