/** Why an export job failed, in the three fields that the job shows (contract, Exports). */

/** The first two concern the input and would recur; the others concern the renderer. */
export type FailureCode = 'export_failed' | 'export_too_large' | 'renderer_died' | 'renderer_closed' | 'render_timeout';

export class ExportFailure extends Error {
  readonly code: FailureCode;
  readonly retryable: boolean;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.name = 'ExportFailure';
    this.code = code;
    this.retryable = code !== 'export_failed' && code !== 'export_too_large';
  }
}
