/** What a file is to be like: its form and format, and below more choices, each as most people want it. */
import { CheckField, SelectField } from '../../ui/field.tsx';
import { statementLanguages, type StatementLanguage } from '../base/languages.ts';
import type { Rest } from '../base/attempt.ts';

export type ExportOptions = NonNullable<Parameters<Rest['exportDocument']>[0]['body']>;

export const usualOptions: ExportOptions = { format: 'pdf', form: 'document', paper: 'a4', photos: true };

type Watermark = NonNullable<ExportOptions['watermark']>;
const watermarks: readonly (readonly [Watermark | '', string])[] = [
  ['', 'What its state asks for'],
  ['none', 'None'],
  ['draft', 'Draft'],
  ['pending_review', 'In review'],
  ['superseded', 'Superseded'],
  ['archived', 'Archived'],
  ['uncontrolled_when_printed', 'Uncontrolled when printed'],
];

export function ChooseExport({
  options,
  onChosen,
}: {
  readonly options: ExportOptions;
  readonly onChosen: (options: ExportOptions) => void;
}) {
  const set = (changes: Partial<ExportOptions>): void => onChosen({ ...options, ...changes });
  const isRegister = options.form === 'register';
  return (
    <>
      <div class="filters">
        <SelectField
          label="What"
          name="form"
          onInput={(form) => set({ form: form === 'register' ? 'register' : 'document' })}
          options={[
            ['document', 'The document'],
            ['register', 'The sign-off register alone'],
          ]}
          value={options.form ?? 'document'}
        />
        <SelectField
          label="Format"
          name="format"
          onInput={(format) => set({ format: format === 'docx' ? 'docx' : 'pdf' })}
          options={[
            ['pdf', 'PDF'],
            ['docx', 'Word'],
          ]}
          value={options.format ?? 'pdf'}
        />
      </div>
      <details class="more-choices">
        <summary>More choices</summary>
        <div class="filters">
          <SelectField
            label="Statement above the lines to sign on"
            name="language"
            onInput={(tag) =>
              set({ language: statementLanguages.some(([each]) => each === tag) ? (tag as StatementLanguage) : null })
            }
            options={[['', 'Not printed'], ...statementLanguages]}
            value={options.language ?? ''}
          />
          <SelectField
            label="Paper"
            name="paper"
            onInput={(paper) => set({ paper: paper === 'letter' ? 'letter' : 'a4' })}
            options={[
              ['a4', 'A4'],
              ['letter', 'Letter'],
            ]}
            value={options.paper ?? 'a4'}
          />
          <SelectField
            label="Across the pages"
            name="watermark"
            onInput={(mark) =>
              set({ watermark: watermarks.find(([each]) => each === mark && each !== '')?.[0] || null })
            }
            options={watermarks}
            value={options.watermark ?? ''}
          />
        </div>
        {!isRegister && (
          <div class="filters">
            <CheckField
              checked={options.photos ?? true}
              label="With photos and sheets"
              onInput={(photos) => set({ photos })}
            />
            <CheckField
              checked={options.include?.quiz_answers ?? false}
              label="With the right answers, for the briefer"
              onInput={(answers) => set({ include: { ...options.include, quiz_answers: answers } })}
            />
          </div>
        )}
      </details>
    </>
  );
}
