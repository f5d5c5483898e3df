/** A new version: what changed, before and now, and who has to be briefed again. */
import { useState } from 'preact/hooks';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { contentOf } from '../base/content.ts';
import { replica } from '../base/device.ts';
import { go } from '../base/place.ts';
import { useLive } from '../base/signal.ts';
import { moment } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { AskPin } from '../pin/ask-pin.tsx';
import { changedWords } from '../words/en-changed.ts';
import { documentWords } from '../words/en-document.ts';
import { editWords } from '../words/en-edit.ts';
import { leadWords } from '../words/en-lead.ts';
import { rowWords } from '../words/en-rows.ts';
import { substanceWords } from '../words/en-substance.ts';
import { briefNow } from '../base/session.ts';
import { Banner } from '../frame/banner.tsx';
import { Frame } from '../frame/frame.tsx';
import { differencesOf, type Difference } from './facts/differences.ts';
import { useArchived } from './in-force.ts';
import { Gone } from './gone.tsx';
import { postpone } from './postponed.ts';
import { useShownBefore } from './shown-versions.ts';
import { ToBrief, useLeft } from './to-brief.tsx';

const parts = { ...changedWords, ...leadWords, ...documentWords, ...editWords, ...rowWords, ...substanceWords };

export function Changed({
  document,
  told,
  isNew = false,
}: {
  readonly document: string;
  /** The version of the talk that this one interrupts. */
  readonly told?: number;
  /** It came while nobody was briefing: it stays until it is briefed, or the person in charge says later. */
  readonly isNew?: boolean;
}) {
  const words = useWords(parts);
  const [isAsking, setAsking] = useState(false);
  const versions = useLive(`versions of ${document}`, () => replica().versions.watch({ document_id: document }));
  const isArchived = useArchived(document);
  const now = versions?.find(({ state }) => state === 'current');
  const shown = useShownBefore(document, now?.version);
  const left = useLeft(document, now);
  if (!now || isArchived === undefined) return <Gone isLoading={!versions || now !== undefined} />;
  // Who signed an older one than the tablet showed has to hear all that changed since.
  const signed = (left ?? []).flatMap(({ briefed, last_signed_version: last }) => (briefed === 'old' && last) || []);
  const since = told ?? Math.min(shown ?? now.version, ...signed);
  const before =
    versions?.find(({ version }) => version === since && version < now.version) ??
    versions?.findLast(({ version }) => version < now.version);
  const hasSides = before ? shown !== undefined && left !== undefined : now.version > 1;
  const brief = async (): Promise<void> => {
    await briefNow(now);
    go(`/d/${document}/brief`, true);
  };
  return (
    <Frame
      back=""
      foot={
        <>
          {isNew && !isAsking && <Button onClick={() => setAsking(true)}>{words.later}</Button>}
          <ButtonLink href={`/field/d/${document}`} icon="file-text">
            {words.readVersion(now.version)}
          </ButtonLink>
          {!isArchived && (
            <Button icon="users" look="act" onClick={brief}>
              {words.briefNow}
            </Button>
          )}
        </>
      }
      room="today"
      title={words.newVersion}
    >
      {isAsking && (
        <section class="card pad">
          <p>{words.laterHelp}</p>
          <AskPin>
            <Button onClick={() => postpone(document, now.version)} wide>
              {words.laterSure}
            </Button>
          </AskPin>
        </section>
      )}
      {isArchived && <Banner tone="stop">{words.documentArchived}</Banner>}
      {told !== undefined && <Banner tone="stop">{words.talkInterrupted(told, now.version)}</Banner>}
      <div class={hasSides ? 'two news' : undefined}>
        <section class="card pad on-care">
          <p class="line">
            <Icon name="refresh-cw" size={26} /> <b>{words.newVersion}</b>
          </p>
          <h2 class="large">{words.isNow(now.title, now.version)}</h2>
          {now.rebrief_required && !isArchived && <p>{words.mustBrief}</p>}
          {!isArchived && left && <ToBrief left={left} version={now} />}
          <p>{words.approvedBy(now.approved_by.name, moment(now.approved_at))}</p>
          {now.change_summary && <p>{now.change_summary}</p>}
        </section>
        {hasSides && (
          <div class="stack">
            {before ? (
              <Differences differences={differencesOf(contentOf(before), contentOf(now), words)} />
            ) : (
              <Banner tone="care">{words.beforeGone}</Banner>
            )}
          </div>
        )}
      </div>
    </Frame>
  );
}

function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  const words = useWords(changedWords);
  return (
    <section class="card pad">
      {differences.length === 0 ? <p>{words.nothingNamed}</p> : <h2>{words.changes(differences.length)}</h2>}
      {differences.map(({ id, title, before, now, isNew, isGone }) => (
        <article class="change" key={id}>
          <h3>{title}</h3>
          {(before.length > 0 || isNew) && (
            <div>
              <p class="second">{words.before}</p>
              {isNew ? <p>{words.notInPlan}</p> : before.map((line, i) => <del key={i}>{line}</del>)}
            </div>
          )}
          {(now.length > 0 || isGone) && (
            <div>
              <p class="second">{words.now}</p>
              {isGone ? <p>{words.noLonger}</p> : now.map((line, i) => <ins key={i}>{line}</ins>)}
            </div>
          )}
        </article>
      ))}
    </section>
  );
}
