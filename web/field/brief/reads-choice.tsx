/** Which language somebody reads before they sign: said on a button that opens the others, and asked where nobody said it. */
import { useState } from 'preact/hooks';
import { languageOf } from '../../../shared/model/language.ts';
import { Button } from '../../ui/button.tsx';
import { languageName } from '../frame/language-name.ts';
import { useOffered } from '../frame/offered-languages.ts';
import type { SignWords } from './way-to-sign.tsx';

interface Props {
  /** As it is shown; null = nobody said it. */
  readonly language: string | null;
  readonly words: SignWords;
  readonly choose: (language: string) => void;
}

/** Its button, and what that opens. */
export function useReadsChoice(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const { language, words } = props;
  const choose = (chosen: string): void => {
    setOpen(false);
    props.choose(chosen);
  };
  return {
    button: language !== null && (
      <Button
        expanded={isOpen}
        icon="languages"
        label={`${words.languageOf}: ${languageName(language)}`}
        onClick={() => setOpen(!isOpen)}
      >
        {languageName(language)}
      </Button>
    ),
    choices: (isOpen || language === null) && <Choices {...props} choose={choose} />,
  };
}

function Choices({ language, words, choose }: Props) {
  const offered = useOffered(language ?? 'en');
  return (
    <fieldset>
      <legend>{words.whichLanguage}</legend>
      <div class="choices">
        {offered.map(([code, { name }]) => (
          <button
            aria-pressed={language !== null && code === languageOf(language)}
            class="button"
            key={code}
            lang={code}
            onClick={() => choose(code)}
            type="button"
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
