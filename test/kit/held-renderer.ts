/** The renderer of exports, which waits where a test holds it: what happens meanwhile does not depend on how fast the machine is. */
import { Renderer, type ExportRenderer } from '../../server/export/renderer.ts';

export interface HeldRenderer extends ExportRenderer, AsyncDisposable {
  /** The next file waits. Resolves when it has been asked for; what it resolves to lets it be made. */
  hold(): Promise<() => void>;
}

export function openHeldRenderer(): HeldRenderer {
  const real = new Renderer();
  let held: { readonly reached: () => void; readonly opened: Promise<void> } | null = null;
  return {
    warmUp: () => real.warmUp(),
    render: async (input) => {
      const waiting = held;
      held = null;
      waiting?.reached();
      await waiting?.opened;
      return await real.render(input);
    },
    hold: () => {
      const gate = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<() => void>();
      held = { reached: () => asked.resolve(gate.resolve), opened: gate.promise };
      return asked.promise;
    },
    [Symbol.asyncDispose]: () => real.close(),
  };
}
