/** For what was written and not taken: it is copied elsewhere, or dropped when a person says so twice. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Problem } from '../../../shared/model/problem.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../base/words.ts';
import { sendingWords } from '../words/en-sending.ts';
import { Banner } from './banner.tsx';
import { SureButton } from './sure-button.tsx';

export function CopyOrDrop({
  text,
  onDrop,
  children,
}: {
  readonly text: string;
  readonly onDrop: () => Promise<unknown>;
  /** Other buttons, before these. */
  readonly children?: ComponentChildren;
}) {
  const words = useWords(sendingWords);
  const [said, setSaid] = useState<string | null>(null);
  const attempt = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => setSaid(error instanceof Problem ? error.detail : words.fault));
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setSaid(words.copied);
  };
  const hasClipboard = 'clipboard' in navigator;
  return (
    <>
      {said !== null && <Banner tone="act">{said}</Banner>}
      <div class="buttons">
        {children}
        {hasClipboard && (
          <Button icon="copy" onClick={() => attempt(copy())}>
            {words.copy}
          </Button>
        )}
        <SureButton icon="trash" label={words.giveUp} onSure={() => attempt(onDrop())} question={words.giveUpSure} />
      </div>
    </>
  );
}
