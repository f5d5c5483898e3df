/** A screen whose code is loaded when it is first opened; the worker keeps it, so it opens without a server too. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Wait } from './said.tsx';

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => JSX.Element {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [Screen, setScreen] = useState(() => loaded);
    useEffect(() => {
      if (!Screen) void load().then((found) => setScreen(() => (loaded = found)));
    }, [Screen]);
    return Screen ? <Screen {...props} /> : <Wait />;
  };
}
