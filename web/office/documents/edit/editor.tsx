/** Writing a draft: hazards, sections, people and substances, with the compliance check beside them. All is saved when a field is left. */
import { useRef } from 'preact/hooks';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { Untaken } from '../../../ui/input/not-taken.ts';
import { Keeper, Reading } from '../../../ui/written/keeper.ts';
import { Findings } from '../check/findings.tsx';
import { checkOf, useCheckParts } from '../check/use-check.ts';
import type { DocumentPart } from '../part.ts';
import { commentsAt } from '../review/comments-at.ts';
import { AddSection } from './add-section.tsx';
import { CommentMark, Comments, type Answering } from './comments.tsx';
import { Entries } from './entries.tsx';
import { useHeldByServer, type EditOf } from './held.ts';
import { HazardForm } from './hazard-form.tsx';
import { useFields, type Fields } from '../keep-fields.ts';
import { useLine, type Change } from './line.ts';
import { Present } from './present.tsx';
import { PersonForm } from './person-form.tsx';
import { Risks } from '../risks.tsx';
import { PhotoSite } from './saved-photos.tsx';
import { SectionForm } from './section-form.tsx';
import { saveMember } from './substance/save-member.ts';
import { SubstanceForm } from './substance/substance-form.tsx';
import { DisputeMark, Disputes, useDisputes, type Dispute } from './disputes.tsx';
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
  readonly save: (change: Change) => Promise<boolean>;
  readonly edit: EditOf;
  readonly fields: Fields;
  readonly commentsOn: (id: string | null) => Answering;
  /** Fields of an entry that two people wrote differently. */
  readonly disputesOf: (id: string) => readonly Dispute[];
}

function DraftEditor({ document, again }: DocumentPart) {
  const line = useLine(again);
  const { save } = line;
  const parts = useCheckParts(document);
  const fields = useFields();
  const edit = useHeldByServer();
  useWanted();
  const commentsOn = (id: string | null): Answering => ({
    comments: commentsAt(document, id),
    answer: (comment, body) => save((attempt) => attempt.answerReviewComment({ document: document.id, comment, body })),
  });
  const disputesOf = useDisputes(document);
  const list = { document, save, edit, fields, commentsOn, disputesOf };
  return (
    <Reading.Provider value={document}>
      <Keeper.Provider value={fields.field}>
        <Untaken.Provider value={fields.noteOf('')}>
          <div class="beside open">
            <div class="stack">
              <div class="saved-line">
                <SavedLine of={line} untaken={fields.untaken()} />
                <Present documentId={document.id} />
              </div>
              <Comments {...commentsOn(null)} />
              <Disputes disputes={disputesOf(document.id)} />
              <WorkDates document={document} edit={edit} save={save} />
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
      </Keeper.Provider>
    </Reading.Provider>
  );
}

function Hazards({ document: { id, hazards }, save, edit, fields, commentsOn, disputesOf }: ListProps) {
  return (
    <Entries
      add={(name) => save((attempt) => attempt.createHazard({ document: id, body: { name } }))}
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
      remove={(entry) => save((attempt) => attempt.removeHazard({ document: id, id: entry.id }))}
      restore={(entry) => save((attempt) => attempt.restoreHazard({ document: id, id: entry.id }))}
      reorder={(order) => save((attempt) => attempt.reorderHazards({ document: id, body: { order } }))}
      fields={fields}
      title="Hazards"
    >
      {(hazard) => (
        <>
          <Disputes disputes={disputesOf(hazard.id)} />
          <Comments {...commentsOn(hazard.id)} />
          <HazardForm
            hazard={hazard}
            save={(body, seen) =>
              save(
                edit(hazard, body, seen, (attempt, sent) =>
                  attempt.updateHazard({ document: id, id: hazard.id, body: sent }),
                ),
              )
            }
          />
        </>
      )}
    </Entries>
  );
}

function Sections({ document: { id, sections }, save, edit, fields, commentsOn, disputesOf }: ListProps) {
  return (
    <Entries
      addForm={
        <AddSection
          add={(body) => save((attempt) => attempt.createSection({ document: id, body }))}
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
      remove={(entry) => save((attempt) => attempt.removeSection({ document: id, id: entry.id }))}
      restore={(entry) => save((attempt) => attempt.restoreSection({ document: id, id: entry.id }))}
      reorder={(order) => save((attempt) => attempt.reorderSections({ document: id, body: { order } }))}
      fields={fields}
      title="Sections"
    >
      {(section) => (
        <>
          <Disputes disputes={disputesOf(section.id)} />
          <Comments {...commentsOn(section.id)} />
          <SectionForm
            save={(body, seen) =>
              save(
                edit(section, body, seen, (attempt, sent) =>
                  attempt.updateSection({ document: id, id: section.id, body: sent }),
                ),
              )
            }
            section={section}
          />
        </>
      )}
    </Entries>
  );
}

function People({ document: { id, personnel }, save, edit, fields, disputesOf }: ListProps) {
  return (
    <Entries
      add={(name) =>
        save((attempt) => attempt.createPersonnelEntry({ document: id, body: { name, person_type: 'external' } }))
      }
      addLabel="Person to add"
      entries={personnel}
      mark={(person) => <DisputeMark disputes={disputesOf(person.id)} />}
      member="personnel"
      nameOf={({ name }) => name}
      remove={(entry) => save((attempt) => attempt.removePersonnelEntry({ document: id, id: entry.id }))}
      restore={(entry) => save((attempt) => attempt.restorePersonnelEntry({ document: id, id: entry.id }))}
      fields={fields}
      title="People"
    >
      {(person) => (
        <>
          <Disputes disputes={disputesOf(person.id)} />
          <PersonForm
            person={person}
            save={(body, seen) =>
              save(
                edit(person, body, seen, (attempt, sent) =>
                  attempt.updatePersonnelEntry({ document: id, id: person.id, body: sent }),
                ),
              )
            }
          />
        </>
      )}
    </Entries>
  );
}

function Substances({ document: { id, coshh_assessments: substances }, save, edit, fields, disputesOf }: ListProps) {
  return (
    <Entries
      add={(name) => save((attempt) => attempt.createCoshhAssessment({ document: id, body: { substance_name: name } }))}
      addLabel="Substance to add"
      entries={substances}
      mark={(substance) => <DisputeMark disputes={disputesOf(substance.id)} />}
      member="coshh_assessments"
      nameOf={({ substance_name: name }) => name}
      chips={(substance) => <Risks of={substance} />}
      remove={(entry) => save((attempt) => attempt.removeCoshhAssessment({ document: id, id: entry.id }))}
      restore={(entry) => save((attempt) => attempt.restoreCoshhAssessment({ document: id, id: entry.id }))}
      fields={fields}
      title="Substances"
    >
      {(substance) => (
        <>
          <Disputes disputes={disputesOf(substance.id)} />
          <SubstanceForm
            save={(body, seen) =>
              save(
                edit(substance, body, seen, (attempt, sent) =>
                  attempt.updateCoshhAssessment({ document: id, id: substance.id, body: sent }),
                ),
              )
            }
            saveWithin={(holder, name, next, seen) =>
              save((attempt) => saveMember(attempt, { document: id, id: substance.id }, holder, name, next, seen))
            }
            substance={substance}
          />
        </>
      )}
    </Entries>
  );
}
