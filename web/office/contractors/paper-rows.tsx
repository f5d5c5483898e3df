/** The list of documents that a contractor hands in: one row for each that is asked for, and more where it has more. */
import { useState } from 'preact/hooks';
import { sameJson } from '../../../shared/crypto/canonical.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { asWords } from '../../ui/status.ts';
import type { Rest } from '../base/attempt.ts';

type Submission = Awaited<ReturnType<Rest['getSubmission']>>;
type DocumentType = Submission['required_document_types'][number];

interface Row {
  readonly name: string;
  readonly reference: string;
  readonly note: string;
  /** Of a row that is not for a type that is asked for. */
  readonly type?: DocumentType | null | undefined;
}

const noRow: Row = { name: '', reference: '', note: '' };

export type Papers = ReturnType<typeof usePapers>;

/** Begins with what was handed in last. */
export function usePapers(of: Pick<Submission, 'required_document_types' | 'papers'>) {
  const { required_document_types: types } = of;
  const [rows, setRows] = useState(() => rowsOf(of));
  const [known, setKnown] = useState(of.papers);
  if (!sameJson(known, of.papers)) {
    // Somebody else handed in meanwhile: what is sent from here must not leave that out.
    setKnown(of.papers);
    setRows(withOthers(rows, of, known));
  }
  /** By row, what is missing; shown until something is written. */
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const isAsked = (key: string): boolean => types.some((type) => type === key);
  const keys = [...types, ...Object.keys(rows).filter((key) => !isAsked(key))];
  return {
    keys,
    rowAt: (key: string): Row => rows[key] ?? noRow,
    titleOf: (key: string): string => (isAsked(key) ? asWords(key) : 'Another document'),
    change: (key: string, row: Row): void => {
      setMissing({});
      setRows({ ...rows, [key]: row });
    },
    add: (): void => setRows({ ...rows, [`more ${Object.keys(rows).length}`]: noRow }),
    missingAt: (key: string): string | undefined => missing[key],
    /**
     * Whether there is anything to hand in, and each row that was begun names its document; otherwise the rows say what is missing.
     * @param others how many documents there are beside
     */
    has: (others: number): boolean => {
      const isSome = others > 0 || keys.some((key) => rows[key]?.name.trim());
      const nameless = keys.filter((key) => isBegun(rows[key] ?? noRow) && !rows[key]?.name.trim());
      const found = Object.fromEntries(nameless.map((key) => [key, 'Name this document.']));
      const [first = ''] = keys;
      const all = isSome || nameless.length > 0 ? found : { [first]: 'Name at least one document.' };
      setMissing(all);
      return Object.keys(all).length === 0;
    },
    /** As they are sent; a row that names nothing is none. */
    written: () =>
      keys.flatMap((key) =>
        paperOf(
          rows[key] ?? noRow,
          types.find((type) => type === key),
        ),
      ),
  };
}

export function PaperRows({ of: papers }: { readonly of: Papers }) {
  return (
    <>
      {papers.keys.map((key) => (
        <Paper
          error={papers.missingAt(key)}
          key={key}
          onChange={(row) => papers.change(key, row)}
          row={papers.rowAt(key)}
          title={papers.titleOf(key)}
        />
      ))}
      <div>
        <Button icon="plus" onClick={papers.add}>
          Another document
        </Button>
      </div>
    </>
  );
}

function Paper({
  title,
  row,
  error,
  onChange,
}: {
  readonly title: string;
  readonly row: Row;
  readonly error: string | undefined;
  readonly onChange: (row: Row) => void;
}) {
  const field = (name: 'name' | 'reference' | 'note') => ({
    name,
    value: row[name],
    described: title,
    onInput: (value: string) => onChange({ ...row, [name]: value }),
  });
  return (
    <fieldset class="form">
      <legend>
        <b>{title}</b>
      </legend>
      <div class="pair">
        <TextField {...field('name')} error={error} label="Name of the document" />
        <TextField {...field('reference')} label="Reference, revision" optional />
      </div>
      <TextField {...field('note')} help="A link to it, or how it is sent." label="Where it is" optional />
    </fieldset>
  );
}

/** By the type that is asked for, with what was sent for it last; what else was sent comes after. */
function rowsOf({
  required_document_types: types,
  papers,
}: Pick<Submission, 'required_document_types' | 'papers'>): Readonly<Record<string, Row>> {
  const rows: Record<string, Row> = Object.fromEntries(types.map((type) => [type, noRow]));
  for (const [i, { name, reference, note, document_type: type }] of papers.entries()) {
    const isOfType = type && rows[type] === noRow;
    rows[isOfType ? type : `sent ${i}`] = { name, reference: reference ?? '', note: note ?? '', type };
  }
  if (Object.keys(rows).length === 0) rows['more 0'] = noRow;
  return rows;
}

/** And what was handed in since `known`, but what the rows have already. */
function withOthers(
  rows: Readonly<Record<string, Row>>,
  of: Pick<Submission, 'required_document_types' | 'papers'>,
  known: Submission['papers'],
): Readonly<Record<string, Row>> {
  const isIn = (list: readonly { readonly name: string }[], name: string): boolean =>
    list.some((each) => each.name.trim() === name.trim());
  const added = of.papers.filter(({ name }) => !isIn(known, name) && !isIn(Object.values(rows), name));
  const all: Record<string, Row> = { ...rows };
  for (const [key, row] of Object.entries(rowsOf({ ...of, papers: added }))) {
    if (!isBegun(row)) continue;
    const isFree = !isBegun(rows[key] ?? noRow);
    all[isFree ? key : `sent ${Object.keys(all).length}`] = row;
  }
  return all;
}

function isBegun({ name, reference, note }: Row): boolean {
  return [name, reference, note].some((text) => text.trim() !== '');
}

/** None where the row names nothing. */
function paperOf({ name, reference, note, type }: Row, asked: DocumentType | undefined) {
  if (!name.trim()) return [];
  return [
    {
      name: name.trim(),
      reference: reference.trim() || null,
      note: note.trim() || null,
      document_type: asked ?? type ?? null,
    },
  ];
}
