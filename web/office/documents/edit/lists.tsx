/** The entries of a draft: hazards, sections, people and substances, each with what is said about it and the form that writes it. */
import { rest } from '../../base/server.ts';
import type { Fields } from '../keep-fields.ts';
import type { DocumentPart } from '../part.ts';
import { Risks } from '../risks.tsx';
import { AddSection } from './add-section.tsx';
import { CommentMark, Comments, type Answering } from './comments.tsx';
import { DisputeMark, Disputes, type Dispute } from './disputes.tsx';
import { Entries } from './entries.tsx';
import { HazardForm } from './hazard-form.tsx';
import type { HeldByServer } from './held.ts';
import { FromLibrary } from './library.tsx';
import type { Change } from './line.ts';
import { AddPerson } from './person/add-person.tsx';
import { PersonForm } from './person/person-form.tsx';
import { removal } from './removal.ts';
import { SectionForm } from './section-form.tsx';
import { memberChange } from './substance/save-member.ts';
import { SubstanceForm } from './substance/substance-form.tsx';

interface ListProps {
  readonly document: DocumentPart['document'];
  /** Saves one thing, then reads the document as the server has it. Resolves with whether it was taken. */
  readonly save: (change: Change) => Promise<boolean>;
  readonly held: HeldByServer;
  readonly fields: Fields;
  readonly commentsOn: (id: string | null) => Answering;
  /** Fields of an entry that two people wrote differently. */
  readonly disputesOf: (id: string) => readonly Dispute[];
}

function Marks(of: Pick<Answering, 'comments'> & { readonly disputes: readonly Dispute[] }) {
  return (
    <>
      <CommentMark {...of} />
      <DisputeMark {...of} />
    </>
  );
}

export function Hazards({ document, save, held, fields, commentsOn, disputesOf }: ListProps) {
  const { id, hazards } = document;
  return (
    <Entries
      add={(name) => save((attempt) => attempt.createHazard({ document: id, body: { name } }))}
      addLabel="Hazard to add"
      entries={hazards}
      mark={(hazard) => <Marks comments={commentsOn(hazard.id).comments} disputes={disputesOf(hazard.id)} />}
      chips={(hazard) => <Risks of={hazard} />}
      member="hazards"
      nameOf={({ name }) => name}
      remove={(entry) =>
        save(
          removal(
            () => held.latest(entry),
            () => rest.getHazard({ document: id, id: entry.id }),
            (attempt, ifRevision) => attempt.removeHazard({ document: id, id: entry.id, ifRevision }),
          ),
        )
      }
      restore={(entry) => save((attempt) => attempt.restoreHazard({ document: id, id: entry.id }))}
      more={<FromLibrary document={document} />}
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
                held.edit(hazard, body, seen, (attempt, sent) =>
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

export function Sections({ document: { id, sections }, save, held, fields, commentsOn, disputesOf }: ListProps) {
  return (
    <Entries
      addForm={
        <AddSection
          add={(body) => save((attempt) => attempt.createSection({ document: id, body }))}
          taken={sections.map(({ section_type: type }) => type)}
        />
      }
      entries={sections}
      mark={(section) => <Marks comments={commentsOn(section.id).comments} disputes={disputesOf(section.id)} />}
      member="sections"
      nameOf={({ title }) => title}
      remove={(entry) =>
        save(
          removal(
            () => held.latest(entry),
            () => rest.getSection({ document: id, id: entry.id }),
            (attempt, ifRevision) => attempt.removeSection({ document: id, id: entry.id, ifRevision }),
          ),
        )
      }
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
                held.edit(section, body, seen, (attempt, sent) =>
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

export function People({ document, save, held, fields, disputesOf }: ListProps) {
  const { id, personnel } = document;
  return (
    <Entries
      addForm={<AddPerson document={document} save={save} />}
      entries={personnel}
      mark={(person) => <DisputeMark disputes={disputesOf(person.id)} />}
      member="personnel"
      nameOf={({ name }) => name}
      remove={(entry) =>
        save(
          removal(
            () => held.latest(entry),
            () => rest.getPersonnelEntry({ document: id, id: entry.id }),
            (attempt, ifRevision) => attempt.removePersonnelEntry({ document: id, id: entry.id, ifRevision }),
          ),
        )
      }
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
                held.edit(person, body, seen, (attempt, sent) =>
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

export function Substances({
  document: { id, coshh_assessments: substances },
  save,
  held,
  fields,
  disputesOf,
}: ListProps) {
  return (
    <Entries
      add={(name) => save((attempt) => attempt.createCoshhAssessment({ document: id, body: { substance_name: name } }))}
      addLabel="Substance to add"
      entries={substances}
      mark={(substance) => <DisputeMark disputes={disputesOf(substance.id)} />}
      member="coshh_assessments"
      nameOf={({ substance_name: name }) => name}
      chips={(substance) => <Risks of={substance} />}
      remove={(entry) =>
        save(
          removal(
            () => held.latest(entry),
            () => rest.getCoshhAssessment({ document: id, id: entry.id }),
            (attempt, ifRevision) => attempt.removeCoshhAssessment({ document: id, id: entry.id, ifRevision }),
          ),
        )
      }
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
                held.edit(substance, body, seen, (attempt, sent) =>
                  attempt.updateCoshhAssessment({ document: id, id: substance.id, body: sent }),
                ),
              )
            }
            saveWithin={(holder, name, next, seen) => {
              const change = memberChange({ document: id, id: substance.id }, holder, name, next, seen);
              return save(async (attempt) => held.note(substance, await change(attempt)));
            }}
            substance={substance}
          />
        </>
      )}
    </Entries>
  );
}
