/** The first start: the code from the terminal makes the first administrator, or opens the example. */
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { useErrorSummary } from '../../ui/input/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { startAnew } from '../base/page-user.ts';
import { signIn } from '../base/server.ts';
import { useWork } from '../base/work.ts';
import { Door } from './door.tsx';

const asked = {
  code: 'Type the code that the terminal printed.',
  name: 'Write your name.',
  organisation: 'Write the name of your organisation.',
  email: 'Write an address such as name@firm.example.',
};
type Field = keyof typeof asked;

export function Start({ hasExample }: { readonly hasExample: boolean }) {
  const [values, setValues] = useState<Record<Field, string>>({ code: '', name: '', organisation: '', email: '' });
  const [wrong, setWrong] = useState<readonly Field[]>([]);
  const start = useWork();
  const example = useWork();
  const form = useRef<HTMLFormElement>(null);
  const errors = useErrorSummary(form);
  const isRight = (name: Field): boolean =>
    name === 'email' ? /^\S+@\S+\.\S+$/.test(values.email) : values[name].trim() !== '';
  const field = (name: Field) => ({
    name,
    value: values[name],
    error: wrong.includes(name) && !isRight(name) ? asked[name] : undefined,
    onInput: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });
  const check = (names: readonly Field[]): boolean => {
    const found = names.filter((name) => !isRight(name));
    setWrong(found);
    errors[found.length > 0 ? 'tell' : 'clear']();
    return found.length === 0;
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!check(['code', 'name', 'organisation', 'email'])) return;
    void start.run(async () => {
      await signIn.startOffice({ body: values });
      startAnew('/office');
    }, true);
  };
  const open = (): void => {
    if (!check(['code'])) return;
    void example.run(async () => {
      const { passkey } = await signIn.openExample({ body: { code: values.code } });
      startAnew(passkey ? '/office/sign-in' : '/office');
    }, true);
  };
  const refusal = start.refusal ?? example.refusal;
  return (
    <Door foot="Everything stays on this server. No account anywhere else." title="Make the first administrator">
      <p class="lead">
        The terminal that started Sitefile printed a code. It shows that you are the operator, and works once.
      </p>
      <form class="form" noValidate onInput={errors.look} onSubmit={submit} ref={form}>
        {errors.summary}
        {refusal && <Notice tone="stop">{refusal}</Notice>}
        <TextField {...field('code')} autofocus label="Code from the terminal" look="code" />
        <div class="pair">
          <TextField {...field('name')} autocomplete="name" label="Your name" />
          <TextField {...field('organisation')} autocomplete="organization" label="Organisation" />
        </div>
        <TextField {...field('email')} autocomplete="email" label="E-mail" type="email" />
        <Button busy={start.isBusy} look="act" type="submit" wide>
          Start work
        </Button>
      </form>
      {hasExample && (
        <div class="door-aside">
          <div>
            <h2>Only looking?</h2>
            <p class="second">
              Load a finished example: 3 projects, 8 documents, 25 sign-offs. It lives in an organisation of its own.
              {example.isBusy && ' This takes some seconds.'}
            </p>
          </div>
          <Button busy={example.isBusy} onClick={open}>
            Load the example
          </Button>
        </div>
      )}
    </Door>
  );
}
