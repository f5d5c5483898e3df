/** Labels of fields and codes, and readable times. Never used on free text. */
import { printedLabels } from '../../../shared/resources/printed-labels.ts';

const acronyms: ReadonlySet<string> = new Set(
  'rams coshh ppe rpe lev sds ewc cas apf wels cscs cpcs npors ipaf pasma mewp powra riddor dsear tw twc tws loler atex ndt iso hse'.split(
    ' ',
  ),
);

const spoken: ReadonlyMap<string, string> = new Map(
  Object.entries({
    rams: 'Risk assessment and method statement',
    coshh: 'COSHH assessment',
    powra: 'Point of work risk assessment',
    permit: 'Permit to work',
    ppe: 'PPE',
    twa_8h: '8-hour limit (TWA)',
    stel_15min: '15-minute limit (STEL)',
    high_vis_class3: 'High-visibility class 3',
    high_vis_vest: 'High-visibility vest',
    half_mask_a2p3: 'Half mask A2P3',
    half_mask_p3: 'Half mask P3',
    powered_hood_th3: 'Powered hood TH3',
    ffp2: 'FFP2',
    ffp3: 'FFP3',
    wind_mean_mps: 'Mean wind (m/s)',
    wind_gust_mps: 'Wind gust (m/s)',
    temperature_c: 'Temperature (°C)',
    none_provided: 'No interpreter',
    is_carcinogen_mutagen: 'Carcinogen or mutagen',
    is_flammable_dsear: 'Flammable (DSEAR)',
    o2_percent: 'Oxygen (%)',
    lel_percent: 'Flammable gas (% LEL)',
    co_ppm: 'CO (ppm)',
    h2s_ppm: 'H2S (ppm)',
    own_device_qr: 'Own device',
    over_three_day: 'Over three days',
    over_seven_day: 'Over seven days',
    public_to_hospital: 'Member of the public taken to hospital',
    hot_work_final_check_minutes: 'Final check after hot work (minutes)',
  }),
);

/** The label of a field or code: the declared one, else `work_dates` as "Work dates". Anything but a lower-case code is returned unchanged. */
export function labelOf(code: string): string {
  const known = printedLabels.get(code) ?? spoken.get(code);
  if (known !== undefined) return known;
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code)) return code;
  const words = code.split('_').map((word) => (acronyms.has(word) ? word.toUpperCase() : word));
  const sentence = words.join(' ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** `2026-11-06T16:42:00Z` as "6 Nov 2026, 16:42 GMT", `2026-11-06` as "6 Nov 2026"; anything else is returned unchanged. */
export function timeOf(stamp: string, timeZone = 'UTC'): string {
  const dateOnly = /^\d{4}-\d{2}-\d{2}$/.test(stamp);
  if (!dateOnly && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(stamp)) return stamp;
  const instant = new Date(stamp);
  if (Number.isNaN(instant.getTime())) return stamp;
  return formatter(dateOnly ? 'UTC' : timeZone, dateOnly).format(instant);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string, dateOnly: boolean): Intl.DateTimeFormat {
  const key = `${timeZone}|${dateOnly}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = makeFormatter(timeZone, dateOnly);
  formatters.set(key, made);
  return made;
}

/** A time zone that this machine does not know prints as UTC. */
function makeFormatter(timeZone: string, dateOnly: boolean): Intl.DateTimeFormat {
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const clock = dateOnly
    ? {}
    : ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const);
  try {
    return new Intl.DateTimeFormat('en-GB', { ...date, ...clock, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...date, ...clock, timeZone: 'UTC' });
  }
}
