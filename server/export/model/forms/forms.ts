/** Which form prints a document of which type. */
import type { documentTypes } from '../../../../shared/resources/document/shape.ts';
import type { ExportInput } from '../../input.ts';
import { methodStatementForm, riskAssessmentForm } from './assessment.ts';
import { coshhForm } from './coshh.ts';
import { displayForm, permitForm } from './permit.ts';
import { powraForm } from './powra.ts';
import type { Form } from '../printed.ts';
import { ramsForm } from './rams.ts';
import { registerForm } from './register.ts';
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

/** A type without a form prints on the full one; the register is the same for all, and only a permit has a copy for display. */
export function formFor({ form, document: { document_type: type } }: ExportInput): Form {
  if (form === 'register') return registerForm;
  if (form === 'display' && type === 'permit') return displayForm;
  return new Map<string, Form>(Object.entries(forms)).get(type) ?? ramsForm;
}
