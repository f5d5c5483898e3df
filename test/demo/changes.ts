/** The two people who work on the same hazards this day without knowing of each other, and what each of them writes. */
import { hazards } from './cast.ts';

/** Jordan Blake, up there without a line. */
export const towerEdits = {
  booms: { id: hazards.fallsFromBooms, fields: { who_at_risk: 'Erectors, rescue operator' } },
  weather: { id: hazards.weather, fields: { who_at_risk: 'All, and pupils who cross the playground' } },
  crane: { id: hazards.craneOverturn, fields: { likelihood_after: 3 } },
  /** Of a document that the office locks before this arrives. */
  trench: {
    id: hazards.trenchCollapse,
    fields: { description: 'Water has been in the trench at chainage 40 m since last night.' },
  },
};

/** Ruth Delaney at her desk: another field of the first hazard, the same fields of the other two. */
export const officeEdits = {
  booms: { id: hazards.fallsFromBooms, body: { description: 'Bolting at 9 m from two booms that work side by side.' } },
  weather: { id: hazards.weather, body: { who_at_risk: 'Everybody within 40 m of the crane' } },
  crane: { id: hazards.craneOverturn, body: { likelihood_after: 1 } },
};
