/** Which form prints a document of which type. */
import type { documentTypes } from '../../../../shared/resources/document/shape.ts';
import { methodStatementForm, riskAssessmentForm } from './assessment.ts';
import { coshhForm } from './coshh.ts';
import { permitForm } from './permit.ts';
import { powraForm } from './powra.ts';
import type { Form } from '../printed.ts';
import { ramsForm } from './rams.ts';
import { talkForm } from './talk.ts';

const forms: Readonly<Record<(typeof documentTypes)[number], Form>> = {
  rams: ramsForm,
  risk_assessment: riskAssessmentForm,
  method_statement: methodStatementForm,
  coshh: coshhForm,
  toolbox_talk: talkForm,
  permit: permitForm,
  powra: powraForm,
};

/** A type without a form prints on the full one. */
export function formFor(type: string): Form {
  return new Map<string, Form>(Object.entries(forms)).get(type) ?? ramsForm;
}
