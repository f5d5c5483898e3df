/** The bands of risk as parts of a chart, the lowest first. */
import type { Part } from './charts.tsx';

export const riskParts: readonly Part[] = [
  { word: 'Low', fill: 'low' },
  { word: 'Medium', fill: 'medium' },
  { word: 'High', fill: 'high' },
  { word: 'Very high', fill: 'very-high' },
  { word: 'Not rated', fill: 'plain' },
];
