/** Review: what changed since the approved version, or all of it; what was said, and the decision. */
import { Panel } from '../../../ui/panel.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useLoaded } from '../../base/loaded.ts';
import { useAddress, withQuery } from '../../base/place.ts';
import { rest } from '../../base/server.ts';
import { usePlaces } from '../../base/sites.ts';
import type { DocumentPart } from '../part.ts';
import { ChangeKeys } from './change-keys.tsx';
import { changesBetween, unchangedBetween } from './changes.ts';
import { Changes } from './changes-table.tsx';
import { placesIn } from './comments-at.ts';
import { Decision } from './decision.tsx';
import { Round } from './round.tsx';
import { useOpinion } from './opinion.ts';
import { useMayDecide } from './use-may-decide.ts';
import { useShown } from './use-shown.ts';
import { Whole } from './whole.tsx';

type Old = Awaited<ReturnType<typeof rest.getVersion>>;

export function Review({ document, again }: DocumentPart) {
  const { id, current_approved_version: approved } = document;
  const before = useLoaded(`version ${id} ${approved ?? ''}`, async () =>
    approved === null ? null : await rest.getVersion({ document: id, version: String(approved) }),
  );
  const deciding = useMayDecide(document);
  const version = useShown(document, deciding.may);
  const { shown } = version;
  const writing = useOpinion(id, shown.version);
  const commentOn = (old: Old | null) => (place: string) => {
    const past = old && placesIn(old.content as unknown as Parameters<typeof placesIn>[0]); // as the API returned it when it was approved
    writing.commentOn(place, placesIn(shown).get(place) ?? past?.get(place));
  };
  const isDeciding = deciding.may && shown.status === 'pending_review';
  return (
    <div class="beside open">
      <div class="stack">
        <Shown of={before}>
          {(old) => <UnderReview document={shown} old={old} {...(isDeciding ? { comment: commentOn(old) } : {})} />}
        </Shown>
      </div>
      <div class="stack">
        <Decision again={again} before={before.value ?? null} deciding={deciding} version={version} writing={writing} />
        {document.review_rounds.toReversed().map((round) => (
          <Round document={document} key={round.id} round={round} />
        ))}
      </div>
    </div>
  );
}

/** What changed since the approved version, or the whole of this one: the address says which. */
function UnderReview({
  document,
  old,
  comment,
}: Pick<DocumentPart, 'document'> & {
  /** The approved version; null = there is none. */
  readonly old: Old | null;
  readonly comment?: (place: string) => void;
}) {
  const address = useAddress();
  const { placeName } = usePlaces();
  const may = comment ? { comment } : {};
  const keys = <ChangeKeys mayComment={comment !== undefined} />;
  if (!old)
    return (
      <>
        <Panel title="First version">
          <Empty title="Nothing was approved yet, so the whole document is new. It is below." />
          {keys}
        </Panel>
        <Whole changes={[]} document={document} since={null} {...may} />
      </>
    );
  const changes = changesBetween(old.content, document, placeName);
  const isWhole = address.searchParams.get('show') === 'whole';
  const tabs = [
    { word: 'Changes', count: changes.length, href: withQuery(address, { show: null }), isChosen: !isWhole },
    { word: 'Whole document', href: withQuery(address, { show: 'whole' }), isChosen: isWhole },
  ];
  return (
    <>
      <Panel
        actions={<Tabs label="What is shown" tabs={tabs} />}
        title={`Version ${document.version} against approved version ${old.version}`}
      >
        {(isWhole || changes.length > 0) && keys}
        {!isWhole && changes.length === 0 && <Empty icon="check" title="Nothing differs from the approved version." />}
        {!isWhole && changes.length > 0 && (
          <Changes
            changes={changes}
            titles={[`Version ${old.version}, approved`, `Version ${document.version}`]}
            unchanged={unchangedBetween(old.content, document)}
            {...may}
          />
        )}
      </Panel>
      {isWhole && <Whole changes={changes} document={document} since={old.version} {...may} />}
    </>
  );
}
