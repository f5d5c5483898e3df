/** The roles that a person in the office can have, each with what it may do. */

export const userRoles = [
  ['owner', 'Owner: everything'],
  ['admin', 'Administrator: settings, users, tokens'],
  ['manager', 'Manager: approves, settles, runs permits'],
  ['author', 'Author: writes documents'],
  ['supervisor', 'Supervisor: briefs and signs on site'],
  ['viewer', 'Viewer: reads only'],
  ['contractor_author', 'Contractor: writes and hands in for one firm, sees only its part'],
] as const;

/** The one that acts for a firm. */
export const ofFirm = 'contractor_author';
