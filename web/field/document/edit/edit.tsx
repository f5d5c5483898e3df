/** A hazard or a section of the draft, edited with or without signal; each pause saves. The version in force stays as it is. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Shown } from '../../../../client-sdk/view/kinds.ts';
import { Button } from '../../../ui/button.tsx';
import { replica } from '../../base/device.ts';
import { useOnce } from '../../base/once.ts';
import { go } from '../../base/place.ts';
import { useLive } from '../../base/signal.ts';
import { useWords } from '../../base/words.ts';
import { documentWords } from '../../words/en-document.ts';
import { editWords } from '../../words/en-edit.ts';
import { sendingWords } from '../../words/en-sending.ts';
import { Banner } from '../../frame/banner.tsx';
import { Entry } from '../../frame/entry.tsx';
import { Frame } from '../../frame/frame.tsx';
import { Wait } from '../../frame/said.tsx';
import { Here } from '../here.tsx';
import { begunHazards, keepHazard } from './begun-hazards.ts';
import { EditHazard } from './hazard.tsx';
import { EditSection } from './section.tsx';
import { UnsavedList } from './unsaved-list.tsx';
import { dropWords, KeepWords, keepWords } from './unsaved-words.ts';
import { problemOf, useOnlyOwn, useSaved } from './use-saved.ts';

const parts = { ...documentWords, ...editWords };

type Entry = Shown<'hazard'> | Shown<'section'>;

export function Edit({
  document,
  entry,
  kind,
}: {
  readonly document: string;
  /** Its id; `new` = one that is added. */
  readonly entry: string;
  /** `hazard` or `section`. */
  readonly kind: string;
}) {
  const words = useWords(parts);
  const why = useWords(sendingWords);
  const view = kind === 'hazard' ? replica().hazards : replica().sections;
  const drafts = useLive(`document ${document}`, () => replica().documents.watch({ id: document }));
  const entries = useLive<readonly Entry[]>(`${kind} ${entry}`, () => view.watch({ document_id: document, id: entry }));
  const isLoading = !drafts || !entries;
  const [draft] = drafts ?? [];
  const [shown] = entries ?? [];
  const isOpen = draft?.status === 'draft' && (shown !== undefined || entry === 'new');
  /** What somebody may be writing in: it stays on the screen, whatever becomes of the draft. */
  const opened = useRef<Entry | undefined>(undefined);
  if (isOpen) opened.current = shown;
  const editing = shown ?? opened.current;
  const isNew = entry === 'new';
  const title = isNew ? words.addHazard : words.edit;
  return (
    <Frame
      back={`/d/${document}/${kind}s`}
      below={draft?.title}
      isLoading={isLoading}
      room="today"
      title={shown ? ('name' in shown ? shown.name : shown.title) : title}
    >
      {isLoading ? null : isOpen ? (
        <Banner tone="act">{words.approvedNote}</Banner>
      ) : opened.current ? (
        <Banner tone="stop">{shown ? why.locked : why.refusals['gone']}</Banner>
      ) : (
        <Banner tone="care">{words.notEditable}</Banner>
      )}
      <Here document={document} entry={isNew ? null : entry} />
      <UnsavedList entry={entry} />
      {isNew && isOpen ? (
        <LaterHazard document={document} />
      ) : editing ? (
        opened.current && <Fields entry={editing} isGone={!shown} isOpen={isOpen} key={editing.id} />
      ) : isLoading ? (
        <Wait />
      ) : (
        !isNew && <p class="none">{words.gone}</p>
      )}
    </Frame>
  );
}

function Fields({
  entry,
  isOpen,
  isGone,
}: {
  readonly entry: Entry;
  readonly isOpen: boolean;
  readonly isGone: boolean;
}) {
  const { id } = entry;
  const name = 'name' in entry ? entry.name : entry.title;
  const onlyOwn = useOnlyOwn();
  const keep = useCallback(
    (label: string, text: string | null) => {
      const words = `${id} ${label}`;
      const kept = text === null ? dropWords(words) : keepWords({ entry: id, name, label, text, isGone }, onlyOwn);
      void kept.catch(() => undefined); // the field says that it is not saved
    },
    // Another one when the draft is open again: what was not saved is tried once more.
    [id, isOpen, isGone],
  );
  return (
    <KeepWords.Provider value={keep}>
      {'name' in entry ? <EditHazard hazard={entry} /> : <EditSection section={entry} />}
    </KeepWords.Provider>
  );
}

/** With the name that was begun, if there is one. */
function LaterHazard({ document }: { readonly document: string }) {
  const [first, setFirst] = useState<string>();
  useEffect(() => {
    begunHazards.read().then(
      ({ [document]: name = '' }) => setFirst(name),
      () => setFirst(''), // it works without
    );
  }, [document]);
  return first === undefined ? <Wait /> : <NewHazard document={document} first={first} />;
}

/** Its name makes it; the rest is written as with any other. */
function NewHazard({ document, first }: { readonly document: string; readonly first: string }) {
  const words = useWords(editWords);
  const isAdded = useRef(false);
  const onlyOwn = useOnlyOwn();
  const keep = (now: string): Promise<void> => keepHazard(document, now, onlyOwn);
  const { value: name, setValue: setName } = useSaved(first, (now) => keep(isAdded.current ? '' : now));
  const [said, setSaid] = useState<string | null>(null);
  const { isBusy, once } = useOnce();
  const add = async (): Promise<void> => {
    if (name.trim() === '') return setSaid(words.nameHazard);
    try {
      const id = await replica().hazards.create({ document_id: document, name: name.trim() });
      isAdded.current = true;
      await keep('');
      go(`/d/${document}/edit/${id}/hazard`, true);
    } catch (error) {
      setSaid(problemOf(error));
    }
  };
  return (
    <form
      class="card pad"
      onSubmit={(event) => {
        event.preventDefault();
        void once(add);
      }}
    >
      <Entry label={words.hazardName} onInput={setName} value={name} />
      {said !== null && <Banner tone="stop">{said}</Banner>}
      <Button busy={isBusy} icon="plus" look="act" type="submit" wide>
        {words.addHazard}
      </Button>
    </form>
  );
}
