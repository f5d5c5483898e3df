/** What is shown while a document is read, and where there is none. */
import type { ComponentChildren } from 'preact';
import { useWords } from '../base/words.ts';
import { Frame } from '../frame/frame.tsx';
import { documentWords } from '../words/en-document.ts';
import { Wait } from '../frame/said.tsx';

/** `children` = what the tablet has of it all the same. */
export function Gone({ isLoading, children }: { readonly isLoading: boolean; readonly children?: ComponentChildren }) {
  const words = useWords(documentWords);
  return (
    <Frame back="" isLoading={isLoading} room="today" title={isLoading ? words.loading : words.read}>
      {isLoading ? <Wait /> : <p class="none">{words.gone}</p>}
      {children}
    </Frame>
  );
}
