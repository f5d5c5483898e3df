/** The fields of a small form: their values, and what is missing. */
import { useState } from 'preact/hooks';

export function useForm<Name extends string>(start: Readonly<Record<Name, string>>) {
  const [values, setValues] = useState(start);
  const [missing, setMissing] = useState<readonly Name[]>([]);
  return {
    values,
    /** For a TextField or SelectField with this name. */
    field: (name: Name, ask?: string) => ({
      name,
      value: values[name],
      error: missing.includes(name) && !values[name].trim() ? (ask ?? 'This is needed.') : undefined,
      onInput: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    }),
    /** Fields that still have what they had before get other values. */
    follow: (before: Partial<Record<Name, string>>, after: Partial<Record<Name, string>>): void =>
      setValues((now) => {
        const names = Object.keys(after) as Name[]; // no others
        const followed = names.filter((name) => now[name] === before[name]).map((name) => [name, after[name]]);
        return { ...now, ...Object.fromEntries(followed) };
      }),
    /** Whether these are written; otherwise each says so. */
    has: (...names: readonly Name[]): boolean => {
      const found = names.filter((name) => !values[name].trim());
      setMissing(found);
      return found.length === 0;
    },
    /** The written ones, for a body that may lack them. */
    written: (): Partial<Record<Name, string>> =>
      Object.fromEntries(Object.entries<string>(values).filter(([, value]) => value.trim() !== '')) as Partial<
        Record<Name, string>
      >, // the same names, some absent
  };
}
