/** What a storm does next, by seed: the same seed makes the same choices in the same order; only the timing varies. */
import type { Chance } from '../kit/clock.ts';

/** How often in all of them. */
const shares = {
  tablet: {
    document: 6,
    hazard: 8,
    section: 6,
    control: 24,
    line: 24,
    remove: 2,
    incident: 4,
    note: 24,
    permit: 3,
    permitStep: 12,
    permitAct: 20,
    review: 5,
    title: 6,
    approve: 6,
    sign: 20,
    settle: 6,
    photo: 8,
  },
  office: { restDocument: 2, restSection: 4, restNote: 6, restTitle: 5, restSettle: 5 },
  tabletFault: {
    killTablet: 6,
    closeTablet: 2,
    offline: 6,
    cut: 6,
    cutLater: 4,
    loseAnswer: 4,
    replay: 4,
    tokenOfAnother: 4,
    tokenOfViewer: 2,
    clockOfTablet: 3,
    importElsewhere: 3,
    logOutAndIn: 1,
    backUpTablet: 1,
    restoreTablet: 1,
  },
  siteFault: { killServer: 3, serverDiesAt: 4, clockOfServer: 3, copy: 1, restore: 1, clone: 2 },
  raise: { raise: 8 },
} as const;

export type Sphere = keyof typeof shares;

export interface Step {
  readonly sphere: Sphere;
  readonly name: string;
  /** Which tablet, and what it chooses. */
  readonly tablet: number;
  readonly draw: number;
  /** Written by nobody else. */
  readonly word: string;
}

const all = Object.entries(shares).flatMap(([sphere, names]) =>
  Object.entries(names).map(([name, share]) => ({ sphere: sphere as Sphere, name, share })),
);
const sum = all.reduce((total, { share }) => total + share, 0);

export function* plan(chance: Chance): Generator<Step, never> {
  for (let n = 0; ; n++) {
    let luck = chance.below(sum);
    const chosen = all.find(({ share }) => (luck -= share) < 0);
    if (!chosen) throw new Error('the shares do not add up');
    yield { ...chosen, tablet: chance.below(60), draw: chance.below(1_000_000), word: `word${n}ends` };
  }
}
