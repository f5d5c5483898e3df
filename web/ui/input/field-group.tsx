/** Fields that belong together: what they are, and what is wrong with all of them, as where at least one has to be written. */
import type { ComponentChildren } from 'preact';
import { Icon } from '../icon.tsx';

export function FieldGroup({
  legend,
  error,
  children,
}: {
  readonly legend: string;
  readonly error?: string | undefined;
  readonly children: ComponentChildren;
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {children}
      {error !== undefined && (
        <p class="error" role="alert">
          <Icon name="circle-alert" size={16} /> {error}
        </p>
      )}
    </fieldset>
  );
}
