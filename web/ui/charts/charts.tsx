/** Charts with direct labels, each with a table behind it: bars in parts, and a line over time. SVG in which no style is set. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { Panel } from '../panel.tsx';

/** What a colour of a chart says, as in charts.css. */
export type Fill = 'act' | 'stop' | 'care' | 'safe' | 'plain' | 'low' | 'medium' | 'high' | 'very-high';

export interface Bar {
  readonly label: string;
  readonly href?: string;
  /** One for each part of the chart. */
  readonly values: readonly number[];
}

export interface Part {
  readonly word: string;
  readonly fill: Fill;
}

/** `of` = what the bars count: "people". */
export function Bars({
  title,
  count,
  of,
  parts,
  bars,
}: {
  readonly title: string;
  /** How many there are in all, beside the title. */
  readonly count?: string;
  readonly of: string;
  readonly parts: readonly Part[];
  readonly bars: readonly Bar[];
}) {
  const table = {
    head: [of, ...parts.map(({ word }) => word)],
    rows: bars.map(({ label, values }) => [label, ...values.map(String)]),
  };
  const isDrawn = (_: Part, at: number): boolean => bars.some(({ values }) => (values[at] ?? 0) > 0);
  return (
    <Chart {...(count === undefined ? {} : { count })} table={table} title={title}>
      <p class="legend">
        {parts.filter(isDrawn).map(({ word, fill }) => (
          <span key={word}>
            <svg aria-hidden="true" height="8" width="14">
              <rect class={`chart-${fill}`} height="8" width="14" />
            </svg>{' '}
            {word}
          </span>
        ))}
      </p>
      <ul class="bars">
        {bars.map(({ label, href, values }) => (
          <li key={label}>
            <span>{href ? <a href={href}>{label}</a> : label}</span>
            <BarLine fills={parts.map(({ fill }) => fill)} values={values} />
            <span class="second">{said(values, parts)}</span>
          </li>
        ))}
      </ul>
    </Chart>
  );
}

function said(values: readonly number[], parts: readonly Part[]): string {
  const words = parts.flatMap(({ word }, i) => (values[i] ? [`${values[i]} ${word.toLowerCase()}`] : []));
  return words.join(', ') || 'none';
}

/** Below this share of the bar its number has no room. */
const leastNumbered = 0.05;

/** Sizes are shares of the bar, so that its numbers keep their shape. */
function BarLine({ values, fills }: { readonly values: readonly number[]; readonly fills: readonly Fill[] }) {
  const whole = Math.max(
    1,
    values.reduce((sum, value) => sum + value, 0),
  );
  const starts = values.map((_, i) => values.slice(0, i).reduce((sum, value) => sum + value, 0));
  const share = (value: number): string => `${(value / whole) * 100}%`;
  return (
    <svg aria-hidden="true">
      <rect class="chart-ground" height="100%" width="100%" />
      {values.map((value, i) => {
        const [fill, start] = [fills[i] ?? 'plain', starts[i] ?? 0];
        return (
          <g key={fill}>
            <rect class={`chart-${fill}`} height="100%" width={share(value)} x={share(start)} />
            {value / whole >= leastNumbered && fill !== 'plain' && (
              <text class={`on-chart-${fill}`} text-anchor="middle" x={share(start + value / 2)} y="16">
                {value}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

export interface Point {
  readonly label: string;
  /** 0 to 100. */
  readonly value: number;
  /** Its value in words, for the table. */
  readonly word: string;
}

/** Scores from 0 to 100 in their order, with a dashed line from which they are strong. */
export function Line({
  title,
  of,
  points,
  strongFrom,
}: {
  readonly title: string;
  readonly of: string;
  readonly points: readonly Point[];
  readonly strongFrom: number;
}) {
  const at = ({ value }: Point, i: number): string => `${((i + 0.5) / points.length) * 100} ${100 - value}`;
  const table = {
    head: [of, 'Score', 'Band'],
    rows: points.map(({ label, value, word }) => [label, String(value), word]),
  };
  return (
    <Chart table={table} title={title}>
      <div class="line-chart">
        <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 100">
          <path class="chart-good" d={`M0 ${100 - strongFrom}H100`} />
          <path class="chart-line" d={`M${points.map(at).join('L')}`} />
          {points.map((point, i) => (
            <path class="chart-dot" d={`M${at(point, i)}h0`} key={point.label} />
          ))}
        </svg>
        <ol>
          {points.map(({ label, value }) => (
            <li key={label}>
              <b class="number">{value}</b>
              <span class="second">{label}</span>
            </li>
          ))}
        </ol>
        <p class="second">Dashed: strong, from {strongFrom}</p>
      </div>
    </Chart>
  );
}

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function Chart({
  title,
  count,
  table: { head, rows },
  children,
}: {
  readonly title: string;
  readonly count?: string;
  readonly table: Table;
  readonly children: ComponentChildren;
}) {
  const [isTable, setTable] = useState(false);
  return (
    <Panel
      actions={
        <Button look="bare" onClick={() => setTable(!isTable)} small>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      }
      {...(count === undefined ? {} : { count })}
      title={title}
    >
      {isTable ? (
        <div class="scrolls" tabIndex={0}>
          <table class="table">
            <thead>
              <tr>
                {head.map((word, i) => (
                  <th class={i > 0 ? 'end' : undefined} key={word} scope="col">
                    {word}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([label, ...values]) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {values.map((value, i) => (
                    <td class="end" key={head[i + 1]}>
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div class="pad chart">{children}</div>
      )}
    </Panel>
  );
}
