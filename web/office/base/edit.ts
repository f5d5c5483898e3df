/**
 * A form that changes a record which others may change meanwhile. It is written over the revision that its fields were read from, and only
 * what was changed is sent. What the person left alone follows the others; where both changed a field, the person sees both and decides.
 */
import { useRef, useState } from 'preact/hooks';
import { Problem } from '../../../shared/model/problem.ts';
import { useForm } from './form.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

export interface Written<Name extends string, Read> {
  /** Over which it is written: its revision is the one to ask for. */
  readonly base: Read;
  readonly changes: Partial<Texts<Name>>;
  readonly values: Texts<Name>;
}

/** A field that both changed, and what it has now. */
export interface Disputed<Name extends string = string> {
  readonly name: Name;
  readonly theirs: string;
}

/** Others may be quicker so often before the person has to try again. */
const mostTries = 3;

export function useEdit<Name extends string, Read>(
  start: Read,
  textsOf: (read: Read) => Texts<Name>,
  readAgain: () => Promise<Read>,
) {
  const [base, setBase] = useState(start);
  const form = useForm(textsOf(start));
  const [disputed, setDisputed] = useState<readonly Disputed<Name>[]>([]);
  /** Over what it was sent last: asked again, the same is sent, although the page has read what the others wrote meanwhile. */
  const sent = useRef<{ of: Texts<Name>; from: Read; values: Texts<Name> } | null>(null);
  const save = async (write: (written: Written<Name, Read>) => Promise<Read | null | void>): Promise<void> => {
    const { values: of } = form;
    let { from, values } = sent.current?.of === of ? sent.current : { from: base, values: of };
    for (let tries = 1; ; tries++) {
      sent.current = { of, from, values };
      const before = textsOf(from);
      const changed = namesIn(values).filter((name) => values[name] !== before[name]);
      try {
        const made = await write({ base: from, changes: pick(values, changed), values });
        sent.current = null;
        setDisputed([]);
        if (!made) return;
        setBase(made);
        return form.follow(values, textsOf(made));
      } catch (error) {
        if (!isStale(error) || tries === mostTries) throw error;
        const now = await readAgain();
        const theirs = textsOf(now);
        const left = pick(
          theirs,
          namesIn(theirs).filter((name) => !changed.includes(name)),
        );
        form.follow(before, left);
        setBase(now);
        [from, values] = [now, { ...values, ...left }];
        const both = changed.filter((name) => theirs[name] !== before[name] && theirs[name] !== values[name]);
        setDisputed(both.map((name) => ({ name, theirs: theirs[name] })));
        if (both.length > 0)
          throw new Problem('conflict', 'It was changed while you wrote, and nothing was saved yet.');
      }
    }
  };
  return {
    ...form,
    save,
    disputed,
    /** The value that the others wrote, in place of one's own. */
    take: ({ name, theirs }: Disputed<Name>): void => {
      form.field(name).onInput(theirs);
      setDisputed((before) => before.filter((each) => each.name !== name));
    },
  };
}

/** For a body: a field that was emptied has no value any more. */
export function emptied<Name extends string>(texts: Partial<Texts<Name>>): Partial<Record<Name, string | null>> {
  const entries = Object.entries<string | undefined>(texts).map(([name, text = '']) => [name, text.trim() || null]);
  return Object.fromEntries(entries) as Partial<Record<Name, string | null>>; // the same names
}

function isStale(error: unknown): boolean {
  return error instanceof Problem && error.code === 'precondition_failed';
}

function namesIn<Name extends string>(texts: Texts<Name>): Name[] {
  return Object.keys(texts) as Name[]; // no others
}

function pick<Name extends string>(texts: Texts<Name>, names: readonly Name[]): Partial<Texts<Name>> {
  return Object.fromEntries(names.map((name) => [name, texts[name]])) as Partial<Texts<Name>>; // of these names
}
