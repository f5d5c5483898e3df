/** The logo that exports print: shown, replaced and removed. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { tell } from '../../../ui/toasts.tsx';
import type { Rest } from '../../base/attempt.ts';
import { rest } from '../../base/server.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import type { Organisation } from './organisation-form.ts';

export function Logo({
  organisation: { name, logo, revision },
  again,
}: {
  readonly organisation: Organisation;
  /** Reads the organisation again. */
  readonly again: () => Promise<void>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const work = useWork();
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (!logo) return;
    let address: string | null = null;
    let isCurrent = true;
    const show = async (): Promise<void> => {
      const file = await rest.getLogo().catch(() => null); // then its name is shown instead
      if (!isCurrent || !file) return;
      address = URL.createObjectURL(file);
      setShown(address);
    };
    void show();
    return () => {
      isCurrent = false;
      if (address !== null) URL.revokeObjectURL(address);
      setShown(null);
    };
  }, [revision]);
  const change = (act: (attempt: Rest) => Promise<unknown>, done: string): Promise<void> =>
    work.run(async (attempt) => {
      await act(attempt);
      tell(done);
      await again();
    });
  const take = (file: File | undefined): void => {
    if (!file) return;
    const body = new FormData();
    body.append('logo', file);
    void change(
      (attempt) => attempt.uploadLogo({ body, ifRevision: revision }),
      'Saved. Exports print it from now on.',
    );
  };
  return (
    <Panel title="Logo">
      <div class="pad form narrow">
        <Refusal of={work} />
        {logo && shown !== null && <img alt={`Logo of ${name}`} height={64} src={shown} />}
        <p class="muted">
          {logo
            ? 'Printed on page one of every export.'
            : 'A JPEG or PNG picture of up to 2 MiB, printed on page one of every export.'}
        </p>
        <input
          accept="image/jpeg,image/png"
          aria-label="Picture of the logo"
          class="unseen"
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        <div class="choices">
          <Button busy={work.isBusy} onClick={() => input.current?.click()}>
            {logo ? 'Replace the logo' : 'Choose a logo'}
          </Button>
          {logo && (
            <Button
              busy={work.isBusy}
              look="bare"
              onClick={() => change((attempt) => attempt.removeLogo({ ifRevision: revision }), 'The logo is removed.')}
            >
              Remove the logo
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}
