/**
 * Picks a risk from the 5×5 grid: a radio group in which arrows move, S and a digit set the severity, L and a digit the likelihood; with
 * the words of the chosen rating beside it.
 */
import { useId, useRef } from 'preact/hooks';
import { bandOf } from './risk-band.ts';
import { RiskChip } from './risk-chip.tsx';

const steps = [1, 2, 3, 4, 5] as const;
const severities = ['First aid', 'Minor injury', 'Over 7 days off', 'Major injury', 'Death'];
const likelihoods = ['Very unlikely', 'Unlikely', 'Possible', 'Likely', 'Very likely'];
const moves: Readonly<Record<string, readonly [severity: number, likelihood: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function RiskPicker({
  legend,
  severity,
  likelihood,
  onPick,
}: {
  readonly legend: string;
  readonly severity: number | null;
  readonly likelihood: number | null;
  readonly onPick: (severity: number, likelihood: number) => void;
}) {
  const name = useId();
  const risk = severity !== null && likelihood !== null ? severity * likelihood : null;
  /** The scale that was named last: the next digit is its value. */
  const scale = useRef('');
  const pick = (event: KeyboardEvent, s: number, l: number): void => {
    event.preventDefault();
    onPick(s, l);
    document.getElementById(`${name}-${s}-${l}`)?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const key = event.key.toLowerCase();
    const [right, up] = moves[event.key] ?? [0, 0];
    const within = (value: number): number => Math.min(5, Math.max(1, value));
    if (right !== 0 || up !== 0) pick(event, within((severity ?? 1) + right), within((likelihood ?? 1) + up));
    else if (/^[1-5]$/.test(key) && scale.current !== '') {
      const value = Number(key);
      pick(event, scale.current === 's' ? value : (severity ?? 1), scale.current === 'l' ? value : (likelihood ?? 1));
    }
    scale.current = key === 's' || key === 'l' ? key : '';
  };
  return (
    <fieldset class="risk-picker">
      <legend>
        {legend} <RiskChip band={risk === null ? null : bandOf(risk)} risk={risk} />
      </legend>
      <div class="risk-grid" onKeyDown={press}>
        {steps.toReversed().map((l) =>
          steps.map((s) => (
            <label class={`risk-cell ${bandOf(s * l).replace('_', '-')}`} key={s}>
              <input
                aria-label={`Severity ${s}, likelihood ${l}: ${s * l}`}
                checked={s === severity && l === likelihood}
                id={`${name}-${s}-${l}`}
                name={name}
                onChange={() => onPick(s, l)}
                type="radio"
              />
              <span aria-hidden="true">{s * l}</span>
            </label>
          )),
        )}
      </div>
      <p class="second">
        {severity === null || likelihood === null
          ? 'Across: how bad. Up: how likely.'
          : `${severities[severity - 1]} · ${likelihoods[likelihood - 1]}`}
      </p>
    </fieldset>
  );
}
