/** One document: its plate and title, and the part that is open: reading, writing, review, register or exports. */
import { ButtonLink } from '../../ui/button.tsx';
import { Plate } from '../../ui/plate.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useLive } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { Screen } from '../frame/screen.tsx';
import { WayBack } from '../frame/way-back.tsx';
import { Conditions } from './conditions.tsx';
import { Exports } from './exports.tsx';
import type { DocumentPart } from './part.ts';
import { Reader } from './read/reader.tsx';
import { Register } from './register/register.tsx';
import { useMayDecide } from './review/use-may-decide.ts';
import { Review } from './review/review.tsx';
import { Check } from './check/check.tsx';
import { MarkedDraft } from './versions/marked-pdf.tsx';
import { Versions } from './versions/versions.tsx';
import { DuplicateButton } from './duplicate-button.tsx';
import { Editor } from './edit/editor.tsx';

const parts = {
  read: ['Read', Reader],
  edit: ['Write', Editor],
  check: ['Check', Check],
  review: ['Review', Review],
  versions: ['Versions', Versions],
  signoffs: ['Sign-offs', Register],
  export: ['Export', Exports],
} as const;

function ReviewLink({ document }: Pick<DocumentPart, 'document'>) {
  const { may } = useMayDecide(document);
  if (!may || document.status !== 'pending_review') return null;
  return (
    <ButtonLink href={`/office/documents/${document.id}/review`} look="act">
      Review
    </ButtonLink>
  );
}

export function Document({ id, part }: { readonly id: string; readonly part: string }) {
  const read = useLive(`document ${id}`, () => rest.getDocument({ document: id }));
  const mayWrite = useMay('documents:write');
  const document = read.value;
  const chosen = part in parts ? (part as keyof typeof parts) : 'read';
  const [, Part] = parts[chosen];
  const isShown = (name: string): boolean => name !== 'edit' || (mayWrite && document?.status === 'draft');
  return (
    <Screen
      actions={
        document && (
          <>
            <DuplicateButton id={id} />
            {document.status === 'draft' && chosen === 'edit' && mayWrite && (
              <ButtonLink href={`/office/documents/${id}/review`} look="act">
                Submit for review
              </ButtonLink>
            )}
            {chosen === 'review' ? <MarkedDraft document={document} /> : <ReviewLink document={document} />}
          </>
        )
      }
      before={
        <>
          <WayBack name="Documents" to="/office/documents" />
          {document && (
            <Plate reference={document.reference ?? null} status={document.status} version={document.version} />
          )}
        </>
      }
      title={document?.title ?? 'Document'}
    >
      <Tabs
        label="Parts of the document"
        tabs={Object.entries(parts)
          .filter(([name]) => isShown(name))
          .map(([name, [word]]) => ({
            word,
            href: `/office/documents/${id}${name === 'read' ? '' : `/${name}`}`,
            isChosen: name === chosen,
          }))}
      />
      {document && (chosen === 'read' || chosen === 'signoffs') && (
        <Conditions again={read.again} document={document} />
      )}
      <Shown of={read}>{(value) => <Part again={read.again} document={value} />}</Shown>
    </Screen>
  );
}
