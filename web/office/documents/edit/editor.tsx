/** Writing a draft: hazards, sections, people and substances, with the compliance check beside them. All is saved when a field is left. */
import { useRef, useState } from 'preact/hooks';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { Untaken } from '../../../ui/input/not-taken.ts';
import { Reading } from '../../../ui/written/use-written.ts';
import { seeing } from '../../base/seeing.ts';
import { rest } from '../../base/server.ts';
import { useWork } from '../../base/work.ts';
import { Findings } from '../check/findings.tsx';
import { checkOf, useCheckParts } from '../check/use-check.ts';
import type { DocumentPart } from '../part.ts';
import { useUntaken } from '../use-untaken.ts';
import { commentsAt } from '../review/comments-at.ts';
import { AddSection } from './add-section.tsx';
import { CommentMark, Comments, type Answering } from './comments.tsx';
import { Entries } from './entries.tsx';
import { HazardForm } from './hazard-form.tsx';
import { Present } from './present.tsx';
import { PersonForm } from './person-form.tsx';
import { Risks } from '../risks.tsx';
import { PhotoSite } from './saved-photos.tsx';
import { SectionForm } from './section-form.tsx';
import { saveMember } from './substance/save-member.ts';
import { SubstanceForm } from './substance/substance-form.tsx';
import { DisputeMark, Disputes, useDisputes, type Dispute } from './disputes.tsx';
import { removedWithUndo } from './removed.ts';
import { SavedLine } from './untaken.tsx';
import { useWanted } from './use-wanted.ts';
import { WorkDates } from './work-dates.tsx';

export function Editor(part: DocumentPart) {
  const { document } = part;
  const isDraft = document.status === 'draft';
  /** What is being written stays on the screen when the draft is none any more. */
  const last = useRef<DocumentPart['document'] | null>(null);
  if (isDraft) last.current = document;
  const draft = last.current;
  if (draft?.id !== document.id)
    return <Notice tone="act">Only a draft can be written. Review says what is next.</Notice>;
  return (
    <div class="stack">
      {!isDraft && (
        <Notice
          actions={
            <ButtonLink href={`/office/documents/${document.id}/review`} small>
              See what is next
            </ButtonLink>
          }
          tone="stop"
        >
          This draft was submitted, approved or put away while you had it open, so nothing more is saved in it. What you
          wrote stays here to be copied until you leave.
        </Notice>
      )}
      <DraftEditor {...part} document={draft} />
    </div>
  );
}

interface ListProps {
  readonly document: DocumentPart['document'];
  /** Saves one thing, then reads the document as the server has it. Resolves with whether it was taken. */
  readonly save: (change: () => Promise<unknown>) => Promise<boolean>;
  readonly commentsOn: (id: string | null) => Answering;
  /** Fields of an entry that two people wrote differently. */
  readonly disputesOf: (id: string) => readonly Dispute[];
}

function DraftEditor({ document, again }: DocumentPart) {
  const work = useWork();
  const parts = useCheckParts(document);
  const { untaken, note } = useUntaken();
  useWanted();
  /** One after the other, for each was written over the one before it. */
  const [waiting, setWaiting] = useState(0);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const save = (change: () => Promise<unknown>): Promise<boolean> => {
    setWaiting((count) => count + 1);
    const saved = line.current.then(async () => {
      let isTaken = false;
      await work.run(async () => {
        await change();
        isTaken = true;
        again();
      });
      setWaiting((count) => count - 1);
      return isTaken;
    });
    line.current = saved;
    return saved;
  };
  const commentsOn = (id: string | null): Answering => ({
    comments: commentsAt(document, id),
    answer: (comment, body) => save(() => rest.answerReviewComment({ document: document.id, comment, body })),
  });
  const disputesOf = useDisputes(document);
  const list = { document, save, commentsOn, disputesOf };
  return (
    <Reading.Provider value={document}>
      <Untaken.Provider value={note}>
        <div class="beside open">
          <div class="stack">
            <div class="saved-line">
              <SavedLine isBusy={waiting > 0} of={work} untaken={untaken} />
              <Present documentId={document.id} />
            </div>
            <Comments {...commentsOn(null)} />
            <Disputes disputes={disputesOf(document.id)} />
            <WorkDates document={document} save={save} />
            <PhotoSite.Provider value={document.site_id ?? null}>
              <Hazards {...list} />
              <Sections {...list} />
              <People {...list} />
              <Substances {...list} />
            </PhotoSite.Provider>
          </div>
          <div class="sticks">
            <Shown of={parts}>
              {(ready) => <Findings checked={checkOf(document, ready)} documentId={document.id} mayMend />}
            </Shown>
          </div>
        </div>
      </Untaken.Provider>
    </Reading.Provider>
  );
}

function Hazards({ document: { id, hazards }, save, commentsOn, disputesOf }: ListProps) {
  return (
    <Entries
      add={(name) => save(() => rest.createHazard({ document: id, body: { name } }))}
      addLabel="Hazard to add"
      entries={hazards}
      mark={(hazard) => (
        <>
          <CommentMark {...commentsOn(hazard.id)} />
          <DisputeMark disputes={disputesOf(hazard.id)} />
        </>
      )}
      chips={(hazard) => <Risks of={hazard} />}
      member="hazards"
      nameOf={({ name }) => name}
      remove={(entry) =>
        save(() =>
          removedWithUndo(
            entry.name,
            () => rest.removeHazard({ document: id, id: entry.id }),
            () => save(() => rest.restoreHazard({ document: id, id: entry.id })),
          ),
        )
      }
      restore={(entry) => save(() => rest.restoreHazard({ document: id, id: entry.id }))}
      reorder={(order) => save(() => rest.reorderHazards({ document: id, body: { order } }))}
      title="Hazards"
    >
      {(hazard) => (
        <>
          <Disputes disputes={disputesOf(hazard.id)} />
          <Comments {...commentsOn(hazard.id)} />
          <HazardForm
            hazard={hazard}
            save={(body, seen) =>
              save(() => rest.updateHazard({ document: id, id: hazard.id, body: seeing(body, seen, hazard) }))
            }
          />
        </>
      )}
    </Entries>
  );
}

function Sections({ document: { id, sections }, save, commentsOn, disputesOf }: ListProps) {
  return (
    <Entries
      addForm={
        <AddSection
          add={(body) => save(() => rest.createSection({ document: id, body }))}
          taken={sections.map(({ section_type: type }) => type)}
        />
      }
      entries={sections}
      mark={(section) => (
        <>
          <CommentMark {...commentsOn(section.id)} />
          <DisputeMark disputes={disputesOf(section.id)} />
        </>
      )}
      member="sections"
      nameOf={({ title }) => title}
      remove={(entry) =>
        save(() =>
          removedWithUndo(
            entry.title,
            () => rest.removeSection({ document: id, id: entry.id }),
            () => save(() => rest.restoreSection({ document: id, id: entry.id })),
          ),
        )
      }
      restore={(entry) => save(() => rest.restoreSection({ document: id, id: entry.id }))}
      reorder={(order) => save(() => rest.reorderSections({ document: id, body: { order } }))}
      title="Sections"
    >
      {(section) => (
        <>
          <Disputes disputes={disputesOf(section.id)} />
          <Comments {...commentsOn(section.id)} />
          <SectionForm
            save={(body, seen) =>
              save(() => rest.updateSection({ document: id, id: section.id, body: seeing(body, seen, section) }))
            }
            section={section}
          />
        </>
      )}
    </Entries>
  );
}

function People({ document: { id, personnel }, save, disputesOf }: ListProps) {
  return (
    <Entries
      add={(name) => save(() => rest.createPersonnelEntry({ document: id, body: { name, person_type: 'external' } }))}
      addLabel="Person to add"
      entries={personnel}
      mark={(person) => <DisputeMark disputes={disputesOf(person.id)} />}
      member="personnel"
      nameOf={({ name }) => name}
      remove={(entry) =>
        save(() =>
          removedWithUndo(
            entry.name,
            () => rest.removePersonnelEntry({ document: id, id: entry.id }),
            () => save(() => rest.restorePersonnelEntry({ document: id, id: entry.id })),
          ),
        )
      }
      restore={(entry) => save(() => rest.restorePersonnelEntry({ document: id, id: entry.id }))}
      title="People"
    >
      {(person) => (
        <>
          <Disputes disputes={disputesOf(person.id)} />
          <PersonForm
            person={person}
            save={(body, seen) =>
              save(() => rest.updatePersonnelEntry({ document: id, id: person.id, body: seeing(body, seen, person) }))
            }
          />
        </>
      )}
    </Entries>
  );
}

function Substances({ document: { id, coshh_assessments: substances }, save, disputesOf }: ListProps) {
  return (
    <Entries
      add={(name) => save(() => rest.createCoshhAssessment({ document: id, body: { substance_name: name } }))}
      addLabel="Substance to add"
      entries={substances}
      mark={(substance) => <DisputeMark disputes={disputesOf(substance.id)} />}
      member="coshh_assessments"
      nameOf={({ substance_name: name }) => name}
      chips={(substance) => <Risks of={substance} />}
      remove={(entry) =>
        save(() =>
          removedWithUndo(
            entry.substance_name,
            () => rest.removeCoshhAssessment({ document: id, id: entry.id }),
            () => save(() => rest.restoreCoshhAssessment({ document: id, id: entry.id })),
          ),
        )
      }
      restore={(entry) => save(() => rest.restoreCoshhAssessment({ document: id, id: entry.id }))}
      title="Substances"
    >
      {(substance) => (
        <>
          <Disputes disputes={disputesOf(substance.id)} />
          <SubstanceForm
            save={(body, seen) =>
              save(() =>
                rest.updateCoshhAssessment({ document: id, id: substance.id, body: seeing(body, seen, substance) }),
              )
            }
            saveWithin={(holder, name, next, seen) =>
              save(() => saveMember({ document: id, id: substance.id }, holder, name, next, seen))
            }
            substance={substance}
          />
        </>
      )}
    </Entries>
  );
}
