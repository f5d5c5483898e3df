/** Words of lists, in English: states and types of permits, bands of risk, who is briefed. */

export const lists = {
  permitStates: {
    draft: 'Draft',
    requested: 'Asked for',
    authorised: 'Authorised',
    open: 'Open',
    suspended: 'Suspended',
    work_complete: 'Work finished',
    closed: 'Closed',
    cancelled: 'Cancelled',
    expired: 'Over time',
  } as Readonly<Record<string, string>>,
  permitTypes: {
    hot_work: 'Hot works',
    dig: 'Permit to dig',
    confined_space: 'Confined space',
    work_at_height: 'Work at height',
    electrical: 'Electrical work',
    lifting: 'Permit to lift',
    roof_access: 'Roof access',
    demolition: 'Demolition',
    temporary_works_load_strike: 'Temporary works',
    overhead_services: 'Overhead services',
    asbestos: 'Asbestos',
    radiation: 'Radiation',
    pressure_test: 'Pressure test',
    isolation: 'Isolation',
    rail_possession: 'Rail possession',
    general: 'Permit to work',
  } as Readonly<Record<string, string>>,
  /** Of risk, 1 to 25. */
  bands: { low: 'Low', medium: 'Medium', high: 'High', very_high: 'Very high' } as Readonly<Record<string, string>>,
  notRated: 'Not rated',
  approved: 'Approved',
  noReference: 'No reference',
  briefed: { current: 'current', old: 'old version', missing: 'not yet', declined: 'declined' },
};
