/** Whether single characters are commands in this browser. */
import { useState } from 'preact/hooks';
import { CheckField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { chooseCharacterKeys, hasCharacterKeys } from '../frame/key-commands.ts';

export function KeysChoice() {
  const [isOn, setOn] = useState(hasCharacterKeys);
  const choose = (next: boolean): void => {
    chooseCharacterKeys(next);
    setOn(next);
  };
  return (
    <Panel title="Keys">
      <div class="pad form">
        <CheckField
          checked={isOn}
          label="A single key is a command, such as / to search and N for a new document"
          onInput={choose}
        />
        <p class="second">
          Switch it off in this browser where a voice or a resting hand sets them off. Arrows, Space, Enter and Esc
          stay.
        </p>
      </div>
    </Panel>
  );
}
