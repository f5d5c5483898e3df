/** The sign-off register alone, for clients: landscape, a line or two for each person, and the evidence as an annex. */
import { controlAndChecks } from '../control.ts';
import { formTitle, particulars } from '../cover.ts';
import { dense } from '../make.ts';
import type { Form } from '../printed.ts';
import { signoffRegister } from '../register/register.ts';

export const registerForm: Form = (printed) => [
  { ...formTitle(printed.input), documentType: 'Briefing and sign-off register' },
  ...particulars(printed),
  ...dense([
    ...signoffRegister(printed.input, printed.timezone, { look: 'wide' }),
    ...controlAndChecks(printed.input, printed.attached, printed.timezone),
  ]),
];
