/** How RxDB's storage tells other tabs of its writes, in the bundle of the field app: by the browser's own channel, which all of them have. */
type Listener = (message: unknown) => void;

const Native = globalThis.BroadcastChannel;

/** Under the name by which RxDB asks for it: listeners get the message alone, and closing is awaited. */
export class BroadcastChannel {
  readonly #channel: InstanceType<typeof Native>;
  readonly #listeners = new Map<Listener, (event: MessageEvent) => void>();

  constructor(name: string) {
    this.#channel = new Native(name);
  }

  postMessage(message: unknown): void {
    // A channel only reaches its own origin, so it takes no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#channel.postMessage(message);
  }

  addEventListener(type: 'message', listener: Listener): void {
    const listen = ({ data }: MessageEvent): void => listener(data);
    this.#listeners.set(listener, listen);
    this.#channel.addEventListener(type, listen);
  }

  removeEventListener(type: 'message', listener: Listener): void {
    const listen = this.#listeners.get(listener);
    if (listen) this.#channel.removeEventListener(type, listen);
    this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#channel.close();
  }
}
