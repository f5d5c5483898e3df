/** In which language somebody chose to read on this tablet, kept until it is signed out: they may read on elsewhere before they sign. */
import { useEffect, useState } from 'preact/hooks';
import { keep, readKept } from '../base/kept.ts';

export interface Reads {
  /** Null = none was chosen; undefined = not read yet. */
  readonly chosen: string | null | undefined;
  readonly choose: (language: string) => void;
}

/** `person` = their key in the crew. */
export function useReads(document: string, person: string): Reads {
  const key = `reads ${document} ${person}`;
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    let isLeft = false;
    const note = (found: string | undefined): void => {
      if (!isLeft) setChosen((now) => now ?? found ?? null);
    };
    readKept<string>(key).then(note, () => note(undefined)); // a full tablet asks again
    return () => {
      isLeft = true;
    };
  }, [key]);
  return {
    chosen,
    choose: (language) => {
      setChosen(language);
      void keep(key, language).catch(() => undefined); // likewise
    },
  };
}
