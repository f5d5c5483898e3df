/** The living page of the design system: every part in each of its states, in the theme that is on. */
import { Icon, type IconName, type Tone } from '../../ui/icon.tsx';
import icons from '../../ui/icons.json' with { type: 'json' };
import { Ink } from '../../ui/ink.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Plate } from '../../ui/plate.tsx';
import { RiskChip } from '../../ui/risk-chip.tsx';
import { RosterLegend, RosterStrip } from '../../ui/roster-strip.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Title } from '../../ui/title.tsx';
import { Readings, Records } from './more-parts.tsx';
import { Buttons, Charts, Fields, Lists } from './parts.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const colours = ['canvas', 'surface', 'sunken', 'ink', 'ink2', 'ink3', 'line', 'line2'];
const tones: readonly Tone[] = ['act', 'stop', 'care', 'safe', 'plain'];
const strokes = [
  [
    [0, 20],
    [12, 4],
    [18, 24],
    [30, 6],
    [38, 22],
    [52, 10],
    [66, 18],
    [90, 8],
    [120, 16],
  ],
]; // a made-up signature

export function LivingPage() {
  return (
    <main class="living">
      <header>
        <Title>The design system</Title>
        <p class="second">
          Colours mean what they mean on site signs. Nothing else is coloured; the rest is ink on paper.
        </p>
        <ThemeChoice withSun />
      </header>
      <Panel title="Plate, roster strip, risk chip">
        <div class="pad form">
          <div class="choices">
            {['draft', 'pending_review', 'approved', 'archived'].map((status) => (
              <Plate key={status} reference="HLC-014-RAMS-007" status={status} version={2} />
            ))}
          </div>
          <p>
            <b class="number">6 of 8</b> signed version 2
          </p>
          <RosterStrip
            large
            people={[...Array.from({ length: 5 }, () => 'current' as const), 'old', 'missing', 'declined']}
          />
          <RosterStrip people={['current', 'current', 'missing', 'missing', 'missing']} />
          <RosterStrip
            people={Array.from({ length: 60 }, (_, i) => (i < 40 ? 'current' : i < 50 ? 'old' : 'missing'))}
          />
          <RosterLegend />
          <div class="choices">
            <RiskChip band="low" risk={4} />
            <RiskChip band="medium" risk={9} />
            <RiskChip band="high" risk={15} />
            <RiskChip band="very_high" risk={20} />
            <RiskChip band={null} risk={null} />
            <Ink label="Signature of Jordan Blake" strokes={strokes} />
          </div>
        </div>
      </Panel>
      <Panel title="Colours">
        <div class="pad choices">
          {colours.map((name) => (
            <span class={`swatch swatch-${name}`} key={name}>
              {name}
            </span>
          ))}
          {tones.map((tone) => (
            <span class={`swatch on-${tone}`} key={tone}>
              {tone}
            </span>
          ))}
          {tones.map((tone) => (
            <Tag key={tone} tone={tone}>
              {tone} soft
            </Tag>
          ))}
        </div>
      </Panel>
      <Buttons />
      <Fields />
      <Charts />
      <Records />
      <Lists />
      <Readings />
      <Panel count={Object.keys(icons).length} title="Icons">
        <ul class="pad icon-list">
          {(Object.keys(icons) as IconName[]).map((name) => (
            <li key={name}>
              <Icon name={name} size={24} /> {name}
            </li>
          ))}
        </ul>
      </Panel>
    </main>
  );
}
