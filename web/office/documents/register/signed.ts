/** A sign-off as the register reads it: when and how it was given, and the words for both. */
import { signingMoment } from '../../../../shared/resources/signoff/register-order.ts';
import { languageName } from '../../base/languages.ts';
import type { Rest } from '../../base/attempt.ts';
import { asWords } from '../../../ui/status.ts';

export type Signoff = Awaited<ReturnType<Rest['listSignoffs']>>['data'][number];

/** By the corrected clock of the tablet where it is known. */
export function signedAt(signoff: Signoff): string | null {
  return signingMoment(signoff) || null;
}

const ways: Readonly<Record<string, string>> = {
  shared_device: 'Shared tablet',
  own_device_qr: 'Own phone',
  supervisor_device: 'Supervisor’s device',
  paper_transcribed: 'Copied from paper',
  api: 'Another system',
};

export function signedBy({ capture }: Signoff): string {
  return capture.device_label ?? ways[capture.method] ?? asWords(capture.method);
}

export function languageOf({ statement, worker }: Signoff): string {
  const tag = statement?.language ?? worker.language;
  return tag ? languageName(tag) : '';
}

/** Longer than anybody waits at the gate: it was signed without signal. */
const lateFromSeconds = 60;

/** "4 min later", or nothing where it came at once. */
export function delayOf({ sync_delay_seconds: seconds }: Signoff): string {
  if (!seconds || seconds < lateFromSeconds) return '';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes}\u202fmin later`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours}\u202fh\u202f${minutes % 60} later` : `${Math.round(hours / 24)} days later`;
}

export const inWords = (value: string | null | undefined): string => (value ? asWords(value) : '');
