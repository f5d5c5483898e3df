/** A hazard or a section of the draft, edited with or without signal; each pause saves. The version in force stays as it is. */
import { useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { replica } from '../base/device.ts';
import { useOnce } from '../base/once.ts';
import { go } from '../base/place.ts';
import { useLive } from '../base/signal.ts';
import { useWords } from '../base/words.ts';
import { documentWords } from '../words/en-document.ts';
import { editWords } from '../words/en-edit.ts';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import { Wait } from '../frame/said.tsx';
import { EditHazard } from './edit-hazard.tsx';
import { SavedText } from './saved-text.tsx';
import { problemOf, usePatch } from './use-saved.ts';

const parts = { ...documentWords, ...editWords };

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
  const view = kind === 'hazard' ? replica().hazards : replica().sections;
  const draft = useLive(`document ${document}`, () => replica().documents.watch({ id: document }))?.[0];
  const shown = useLive<readonly (Shown<'hazard'> | Shown<'section'>)[]>(`${kind} ${entry}`, () =>
    view.watch({ document_id: document, id: entry }),
  )?.[0];
  const isOpen = draft?.status === 'draft';
  const isNew = entry === 'new';
  const title = isNew ? words.addHazard : words.edit;
  return (
    <Frame
      back={`/d/${document}/${kind}s`}
      below={draft?.title}
      room="today"
      title={shown ? ('name' in shown ? shown.name : shown.title) : title}
    >
      <Banner tone={isOpen ? 'act' : 'care'}>{isOpen ? words.approvedNote : words.notEditable}</Banner>
      {isNew && isOpen ? (
        <NewHazard document={document} />
      ) : shown ? (
        isOpen &&
        ('name' in shown ? (
          <EditHazard hazard={shown} key={shown.id} />
        ) : (
          <EditSection key={shown.id} section={shown} />
        ))
      ) : draft ? (
        !isNew && <p class="none">{words.gone}</p>
      ) : (
        <Wait />
      )}
    </Frame>
  );
}

function EditSection({ section }: { readonly section: Shown<'section'> }) {
  const words = useWords(documentWords);
  const save = usePatch(section, (change: { readonly body: string }, seen) =>
    replica().sections.patch(section.id, change, seen),
  );
  return (
    <section class="card pad">
      <SavedText first={section.body ?? ''} label={words.text} long save={(body) => save({ body })} />
    </section>
  );
}

/** Its name makes it; the rest is written as with any other. */
function NewHazard({ document }: { readonly document: string }) {
  const words = useWords(editWords);
  const [name, setName] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const { isBusy, once } = useOnce();
  const add = async (): Promise<void> => {
    if (name.trim() === '') return setSaid(words.nameHazard);
    try {
      const id = await replica().hazards.create({ document_id: document, name: name.trim() });
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
