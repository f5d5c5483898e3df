/** What a list is narrowed by. It is in the address: a link, loading again and Back show the same rows. */
import { useLayoutEffect } from 'preact/hooks';
import { go, useAddress, withQuery } from '../base/place.ts';
import { noteShown } from './as-left.ts';

export type FilterName = 'status' | 'type' | 'project' | 'site' | 'q';

export interface Filters {
  /** The parameters that the list knows; others of the address, such as its tab, stay as they are. */
  readonly names: readonly FilterName[];
  /** '' = not narrowed by it. */
  readonly of: (name: FilterName) => string;
  /** Those of a place as the server asks for them. */
  readonly places: { readonly project_id: string | undefined; readonly site_id: string | undefined };
  readonly isNarrowed: boolean;
  /** Another list has another key. */
  readonly key: string;
  readonly choose: (name: FilterName, value: string) => void;
  readonly clear: () => void;
}

/** Where in the list a person was: of no use in another one. */
const position = { page: null };

export function useFilters(names: readonly FilterName[]): Filters {
  const address = useAddress();
  useLayoutEffect(() => noteShown(address), [address.href]);
  const of = (name: FilterName): string => (names.includes(name) ? (address.searchParams.get(name) ?? '') : '');
  const values = names.map(of);
  const move = (changes: Readonly<Record<string, string | null>>): void =>
    go(withQuery(address, { ...position, ...changes }), true);
  return {
    names,
    of,
    places: { project_id: of('project') || undefined, site_id: of('site') || undefined },
    isNarrowed: values.some(Boolean),
    key: values.join(' '),
    // A site is of one project.
    choose: (name, value) => move({ [name]: value, ...(name === 'project' ? { site: null } : {}) }),
    clear: () => move({ preview: null, ...Object.fromEntries(names.map((name) => [name, null])) }),
  };
}
