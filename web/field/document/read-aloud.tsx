/** Reads text aloud by a voice that is installed on the tablet: it works without signal, and gives the text to nobody else. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { documentLanguage } from '../base/document-language.ts';
import { language, useWords } from '../base/words.ts';
import { documentWords } from '../words/en-document.ts';

/** A heading of the app is in the language that is chosen. */
export interface Spoken {
  readonly heading?: string;
  readonly text: string;
  /** Of the text, where it is not that of the document. */
  readonly lang?: string;
}

/** Silent as soon as what it reads leaves the screen. One reads at a time. */
export function ReadAloud({
  parts,
  words: given,
}: {
  readonly parts: readonly Spoken[];
  /** Of a person whose language is not that of the tablet. */
  readonly words?: { readonly readAloud: string; readonly quiet: string };
}) {
  const tabletWords = useWords(documentWords);
  const words = given ?? tabletWords;
  const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined; // absent in some web views
  const [isReading, setReading] = useState(false);
  const [isSilent, setSilent] = useState(false);
  const reading = useRef(false);
  const finish = (): void => {
    reading.current = false;
    setReading(false);
  };
  const stop = (): void => {
    if (reading.current) speech?.cancel();
    finish();
  };
  useEffect(() => {
    speech?.getVoices(); // a browser may look for them only then
    return stop;
  }, []);
  if (!speech) return null;
  const begin = (): void => {
    speech.cancel(); // what another button reads
    reading.current = true;
    setReading(true);
    const spoken = parts.flatMap(utterancesOf).filter((each) => hasVoice(each, speech.getVoices()));
    setSilent(spoken.length === 0);
    spoken.at(-1)?.addEventListener('end', finish);
    for (const each of spoken) {
      // Cancelled, because another begins: what that one says stays.
      each.addEventListener('error', ({ error }) =>
        error === 'canceled' || error === 'interrupted' ? finish() : stop(),
      );
      speech.speak(each);
    }
    if (spoken.length === 0) finish();
  };
  return (
    <>
      <Button icon={isReading ? 'pause' : 'volume-2'} onClick={isReading ? stop : begin}>
        {isReading ? words.quiet : words.readAloud}
      </Button>
      {isSilent && (
        <span class="second" role="status">
          {tabletWords.noVoice}
        </span>
      )}
    </>
  );
}

/** One a sentence: voices fall silent in long ones. */
function utterancesOf({ heading, text, lang = documentLanguage() }: Spoken): SpeechSynthesisUtterance[] {
  const sentences = text.split(/(?<=[.!?])\s+|\n+/u).filter((each) => /[\p{L}\d]/u.test(each));
  if (sentences.length === 0) return [];
  return [
    ...(heading === undefined ? [] : [utterance(heading, language.value)]),
    ...sentences.map((each) => utterance(each, lang)),
  ];
}

function utterance(text: string, lang: string): SpeechSynthesisUtterance {
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = lang;
  return spoken;
}

/** Gives it a voice of the tablet; other voices send what they read to their maker. */
function hasVoice(spoken: SpeechSynthesisUtterance, voices: readonly SpeechSynthesisVoice[]): boolean {
  const own = voices.filter(({ localService, lang }) => localService && languageIn(lang) === languageIn(spoken.lang));
  const voice = own.find(({ lang }) => lang.replace('_', '-') === spoken.lang) ?? own[0];
  if (voice) spoken.voice = voice;
  return voice !== undefined;
}

/** Of a tag such as en-GB, which some systems write en_GB. */
function languageIn(tag: string): string | undefined {
  return tag.toLowerCase().split(/[-_]/)[0];
}
