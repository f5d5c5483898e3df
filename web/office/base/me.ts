/** Who is signed in, for every screen of the frame: what a person may not do is not offered. */
import { createContext } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import type { Rest } from './attempt.ts';
import { useIsGone } from './live.ts';

export type Me = Awaited<ReturnType<Rest['getMe']>>;

export const MeContext = createContext<Me | undefined>(undefined);

export function useMe(): Me | undefined {
  return useContext(MeContext);
}

/** False until it is known, and where the page shows what is not there any more. */
export function useMay(permission: string): boolean {
  const isGone = useIsGone();
  return !isGone && (useMe()?.permissions.includes(permission) ?? false);
}

/** False until it is known, and where the person could when this was opened: what they wrote in it stays to be read. */
export function useMayNotBegin(permission: string): boolean {
  const may = useMe()?.permissions.includes(permission);
  const could = useRef(false);
  if (may) could.current = true;
  return may === false && !could.current;
}
