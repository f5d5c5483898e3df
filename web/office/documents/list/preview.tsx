/** A document beside the list: what it is, whether it is ready to approve, and what the reviewer asked. */
import { ButtonLink, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Plate } from '../../../ui/plate.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { useLive } from '../../base/loaded.ts';
import { useMay } from '../../base/me.ts';
import { go, withQuery } from '../../base/place.ts';
import { rest } from '../../base/server.ts';
import { atTime } from '../../base/times.ts';
import { checkOf, useCheckParts } from '../check/use-check.ts';
import { DuplicateButton } from '../duplicate-button.tsx';
import { FoldButton, useFoldedClass } from '../../frame/pane.tsx';
import type { DocumentPart } from '../part.ts';

const mostFindings = 6;

export function Preview({ id }: { readonly id: string }) {
  const read = useLive(`preview ${id}`, () => rest.getDocument({ document: id }));
  const close = (): void => go(withQuery(new URL(location.href), { preview: null }), true);
  return (
    <aside
      aria-label="Preview"
      class={`sticks${useFoldedClass('preview')}`}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <FoldButton pane="preview" />
      <Panel actions={<IconButton icon="x" label="Close the preview" onClick={close} />} title="Preview">
        <Shown of={read}>{(document) => <Contents document={document} />}</Shown>
      </Panel>
    </aside>
  );
}

function Contents({ document }: Pick<DocumentPart, 'document'>) {
  const { id, title, reference, version, status, editors, updated_at: at, review_rounds: rounds } = document;
  const parts = useCheckParts(document);
  const mayWrite = useMay('documents:write');
  const asked = rounds.findLast(({ outcome }) => outcome === 'amendments_requested');
  return (
    <div class="pad form">
      <div>
        <Plate reference={reference ?? null} status={status} version={version} />
      </div>
      <h3>{title}</h3>
      <div class="choices">
        <ButtonLink href={`/office/documents/${id}`} look="act">
          Open
        </ButtonLink>
        {mayWrite && status === 'draft' && <ButtonLink href={`/office/documents/${id}/edit`}>Write</ButtonLink>}
        <DuplicateButton id={id} />
      </div>
      <Shown of={parts}>
        {(
          ready,
          checked = checkOf(document, ready),
          failed = checked.findings.filter(({ result }) => result === 'fail'),
        ) => (
          <section>
            <h3>
              {status === 'draft' || status === 'pending_review' ? 'Ready to approve?' : 'Check'} {checked.score} of 100
            </h3>
            <ul class="checked">
              {failed.slice(0, mostFindings).map(({ rule_id: rule, title: what, blocking }) => (
                <li key={rule}>
                  <Icon name={blocking ? 'circle-x' : 'triangle-alert'} tone={blocking ? 'stop' : 'care'} /> {what}
                </li>
              ))}
            </ul>
            {failed.length > mostFindings && <p class="second">and {failed.length - mostFindings} more</p>}
          </section>
        )}
      </Shown>
      {asked && (
        <section>
          <h3>What the reviewer asked</h3>
          <p class="second">
            {asked.decided_by?.name}
            {asked.decided_at && `, ${atTime(asked.decided_at)}`}: “{asked.decision_notes}”
          </p>
        </section>
      )}
      <p class="second">Last edit {[atTime(at), editors.at(-1)?.name].filter(Boolean).join(', ')}</p>
    </div>
  );
}
