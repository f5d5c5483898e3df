/** Writing a draft: hazards, sections, people and substances. Everything is saved when a field is left. */
import { Notice } from '../../../ui/notice.tsx';
import { rest } from '../../base/server.ts';
import { useWork } from '../../base/work.ts';
import type { DocumentPart } from '../part.ts';
import { Entries } from './entries.tsx';
import { HazardForm } from './hazard-form.tsx';
import { PersonForm, SectionForm, SubstanceForm } from './small-forms.tsx';
import { Refusal } from '../../frame/refusal.tsx';

export function Editor(part: DocumentPart) {
  if (part.document.status === 'draft') return <DraftEditor {...part} />;
  return <Notice tone="act">Only a draft can be written. Review says what is next.</Notice>;
}

function DraftEditor({ document, again }: DocumentPart) {
  const { id, hazards, sections, personnel, coshh_assessments: substances } = document;
  const work = useWork();
  /** Saves one thing, then reads the document as the server has it. */
  const save = (change: () => Promise<unknown>): Promise<void> =>
    work.run(async () => {
      await change();
      again();
    });
  return (
    <>
      <Refusal of={work} />
      <p aria-live="polite" class="second">
        {work.isBusy ? 'Saving' : 'Everything is saved.'}
      </p>
      <Entries
        add={(name) => save(() => rest.createHazard({ document: id, body: { name } }))}
        addLabel="Hazard to add"
        entries={hazards}
        nameOf={({ name }) => name}
        remove={(entry) => save(() => rest.removeHazard({ document: id, id: entry.id }))}
        reorder={(order) => save(() => rest.reorderHazards({ document: id, body: { order } }))}
        title="Hazards"
      >
        {(hazard) => (
          <HazardForm
            hazard={hazard}
            save={(body) => save(() => rest.updateHazard({ document: id, id: hazard.id, body }))}
          />
        )}
      </Entries>
      <Entries
        add={(title) => save(() => rest.createSection({ document: id, body: { title } }))}
        addLabel="Section to add"
        entries={sections}
        nameOf={({ title }) => title}
        remove={(entry) => save(() => rest.removeSection({ document: id, id: entry.id }))}
        reorder={(order) => save(() => rest.reorderSections({ document: id, body: { order } }))}
        title="Sections"
      >
        {(section) => (
          <SectionForm
            save={(body) => save(() => rest.updateSection({ document: id, id: section.id, body }))}
            section={section}
          />
        )}
      </Entries>
      <Entries
        add={(name) => save(() => rest.createPersonnelEntry({ document: id, body: { name, person_type: 'external' } }))}
        addLabel="Person to add"
        entries={personnel}
        nameOf={({ name }) => name}
        remove={(entry) => save(() => rest.removePersonnelEntry({ document: id, id: entry.id }))}
        title="People"
      >
        {(person) => (
          <PersonForm
            person={person}
            save={(body) => save(() => rest.updatePersonnelEntry({ document: id, id: person.id, body }))}
          />
        )}
      </Entries>
      <Entries
        add={(name) => save(() => rest.createCoshhAssessment({ document: id, body: { substance_name: name } }))}
        addLabel="Substance to add"
        entries={substances}
        nameOf={({ substance_name: name }) => name}
        remove={(entry) => save(() => rest.removeCoshhAssessment({ document: id, id: entry.id }))}
        title="Substances"
      >
        {(substance) => (
          <SubstanceForm
            save={(body) => save(() => rest.updateCoshhAssessment({ document: id, id: substance.id, body }))}
            substance={substance}
          />
        )}
      </Entries>
    </>
  );
}
