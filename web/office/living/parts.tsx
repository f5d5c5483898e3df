/** The parts of the design system in each of their states, for the living page. */
import { useState } from 'preact/hooks';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { Bars, Line } from '../../ui/charts/charts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { FieldGroup } from '../../ui/input/field-group.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RiskPicker } from '../../ui/risk-picker.tsx';
import { RowsField } from '../../ui/written/rows-field.tsx';
import type { Row } from '../../ui/written/written-row.tsx';
import { ScoreBar } from '../../ui/charts/score-bar.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { Keys, Tabs } from '../../ui/tabs.tsx';
import { tell } from '../../ui/toasts.tsx';

export function Buttons() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="Buttons, dialog, message">
      <div class="pad choices">
        <Button icon="plus" look="act">
          Add endpoint
        </Button>
        <Button icon="rotate-ccw">Retry now</Button>
        <Button look="safe">Approve version 2</Button>
        <Button look="stop">Revoke token</Button>
        <Button look="bare">From library</Button>
        <Button busy look="act">
          Sending
        </Button>
        <Button disabled>Approve: this is your own document</Button>
        <Button small>Send a test</Button>
        <ButtonLink href="/office/ui" icon="download">
          A link
        </ButtonLink>
        <IconButton icon="x" label="Close" onClick={() => undefined} />
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
        <Button onClick={() => tell('Archived.', () => undefined)}>Show a message</Button>
      </div>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} title="Revoke this token?">
          <p>“Site office printer” stops working at once. This cannot be undone.</p>
          <div class="dialog-foot">
            <Button look="stop" onClick={() => setOpen(false)}>
              Revoke token
            </Button>
          </div>
        </Dialog>
      )}
    </Panel>
  );
}

export function Fields() {
  const [text, setText] = useState('Harrowlyle Construction Ltd');
  const [isChecked, setChecked] = useState(true);
  const [controls, setControls] = useState<readonly Row[]>([
    { description: 'Guard rails before the boards', level: 'engineering' },
  ]);
  const [risk, setRisk] = useState<readonly [number, number]>([4, 3]);
  return (
    <Panel title="Fields">
      <div class="pad form">
        <div class="pair">
          <TextField
            help="As on your documents."
            label="Organisation"
            name="organisation"
            onInput={setText}
            value={text}
          />
          <TextField
            error="Write an address such as name@firm.example."
            label="E-mail"
            name="email"
            onInput={setText}
            value="priya"
          />
          <TextField label="Code from the terminal" look="code" name="code" onInput={setText} value="4TQX-9HNE" />
          <SelectField
            label="Role"
            name="role"
            onInput={setText}
            options={[
              ['author', 'Author'],
              ['viewer', 'Viewer'],
            ]}
            value="author"
          />
        </div>
        <FieldGroup error="Write at least one of the two readings." legend="Readings">
          <div class="pair">
            <TextField label="Oxygen, %" name="oxygen" onInput={setText} optional type="number" value="" />
            <TextField label="Carbon monoxide, ppm" name="co" onInput={setText} optional type="number" value="" />
          </div>
        </FieldGroup>
        <TextField label="Note to the author and the site" name="note" onInput={setText} optional rows={2} value="" />
        <CheckField checked={isChecked} label="The change is material: all 7 people sign again" onInput={setChecked} />
        <RiskPicker
          legend="Before controls"
          likelihood={risk[1]}
          onPick={(...picked) => setRisk(picked)}
          severity={risk[0]}
        />
        <RowsField
          columns={[
            { name: 'description', label: 'What is done', lines: 1 },
            { name: 'level', label: 'Level', options: [['engineering', 'Engineering']] },
          ]}
          isOrdered
          legend="Controls"
          name="controls"
          one="control"
          rows={controls}
          save={setControls}
        />
      </div>
    </Panel>
  );
}

export function Charts() {
  return (
    <>
      <Panel title="Charts">
        <div class="pad form">
          <ScoreBar band="strong" score={92} words="1 to improve" />
          <ScoreBar band="adequate" score={64} words="6 to improve" />
          <ScoreBar band="weak" score={51} words="2 stop approval, 9 to improve" />
        </div>
      </Panel>
      <Bars
        bars={[
          { label: 'HLC-014-RAMS-007', href: '/office/ui', values: [6, 1, 1, 0] },
          { label: 'HLC-014-MS-003', values: [0, 0, 4, 1] },
          { label: 'Nobody is named', values: [0, 0, 0, 0] },
        ]}
        of="Document"
        parts={[
          { word: 'Current', fill: 'safe' },
          { word: 'Old version', fill: 'care' },
          { word: 'Not yet', fill: 'plain' },
          { word: 'Declined', fill: 'stop' },
        ]}
        title="Bars in parts"
      />
      <Line
        strongFrom={80}
        of="Version"
        points={[
          { label: 'Version 1', value: 58, word: 'Weak' },
          { label: 'Version 2', value: 71, word: 'Adequate' },
          { label: 'Draft of 3', value: 86, word: 'Strong' },
        ]}
        title="A line"
      />
    </>
  );
}

export function Lists() {
  return (
    <>
      <Tabs
        label="Status"
        tabs={[
          { word: 'All', href: '/office/ui', isChosen: true, count: 8 },
          { word: 'Draft', href: '/office/ui?status=draft', isChosen: false, count: 1 },
          { word: 'Approved', href: '/office/ui?status=approved', isChosen: false, count: 5 },
        ]}
      />
      <Keys
        keys={[
          ['↑ ↓', 'move'],
          ['Enter', 'open'],
          ['Space', 'preview'],
        ]}
      />
      <Notice actions={<Button small>Why</Button>} tone="care">
        <b>Bogdan Ilie</b> signed version 1 a day after version 2 was approved.
      </Notice>
      <Notice tone="stop">Hot works ended at 14:00. Stop and make safe.</Notice>
      <Notice tone="safe">The receiver answered 200 in 84 ms.</Notice>
      <Notice tone="act">Your edit was kept as a suggestion. The office decides.</Notice>
      <div class="living-states">
        <Panel title="Loading">
          <Loading rows={3} />
        </Panel>
        <Panel title="Empty">
          <Empty title="No documents match.">
            <Button>Clear all filters</Button>
          </Empty>
        </Panel>
        <Panel title="Not read">
          <Failed onRetry={() => undefined} words="That did not work, and it is our fault." />
        </Panel>
      </div>
    </>
  );
}
