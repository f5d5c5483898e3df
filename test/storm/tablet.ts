/** A tablet of a storm as seen from outside: its process, its file, its line to the server, and what it holds. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, rm } from 'node:fs/promises';
import { programOf, type Program } from '../bench/sync/program.ts';
import { programFile } from '../kit/programs.ts';
import { openProxy, type Proxy } from '../kit/proxy.ts';
import type { OrderName, Orders } from './orders.ts';

export interface TabletOptions {
  readonly label: string;
  readonly file: string;
  readonly server: string;
  readonly token: string;
}

export class StormTablet {
  readonly label: string;
  readonly proxy: Proxy;
  /** Words of the work that its file holds, delivered or not. */
  readonly held: Set<string>;
  token: string;
  aheadMs = 0;
  isOnline = true;
  readonly #file: string;
  #inCopy: ReadonlySet<string> | undefined;
  #child: ChildProcess | undefined;
  #program: Program | undefined;
  /** The program takes one order at a time. */
  #asked: Promise<unknown> = Promise.resolve();

  private constructor({ label, file, token }: TabletOptions, proxy: Proxy, held: Iterable<string>) {
    this.label = label;
    this.#file = file;
    this.token = token;
    this.proxy = proxy;
    this.held = new Set(held);
  }

  static async open(options: TabletOptions): Promise<StormTablet> {
    const tablet = new StormTablet(options, await openProxy({ target: options.server }), []);
    await tablet.switchOn();
    return tablet;
  }

  get isOn(): boolean {
    return this.#program !== undefined;
  }

  /** Throws if the tablet is off, is killed before it answers, or answers with an error. */
  async ask<Name extends OrderName>(name: Name, asks: Orders[Name]['asks']): Promise<Orders[Name]['answers']> {
    const asked = this.#asked.catch(() => undefined).then(() => this.#askNow(name, asks));
    this.#asked = asked;
    return await asked;
  }

  async #askNow<Name extends OrderName>(name: Name, asks: Orders[Name]['asks']): Promise<Orders[Name]['answers']> {
    if (!this.#program) throw new Error(`${this.label} is off`);
    return await this.#program.ask<Orders[Name]['answers']>({ name, asks });
  }

  async switchOn(): Promise<void> {
    const { token, aheadMs } = this;
    this.#child = fork(await programFile('test/storm/tablet-program.ts'), {
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#program = await programOf(this.#child);
    await this.ask('open', { file: this.#file, server: this.proxy.url, token, aheadMs });
    this.isOnline = true;
  }

  /** SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#program = undefined;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.ask('close', null);
    await this.kill();
  }

  /** Copies its file, and remembers what that holds; it is off. */
  async backUp(): Promise<void> {
    await copyReplica(this.#file, `${this.#file}.copy`);
    this.#inCopy = new Set(this.held);
  }

  /** Back to the last copy of its file; it is off. False = there is none. */
  async restore(): Promise<boolean> {
    if (!this.#inCopy) return false;
    await copyReplica(`${this.#file}.copy`, this.#file);
    this.held.clear();
    for (const word of this.#inCopy) this.held.add(word);
    return true;
  }

  /** Another tablet on a copy of this one's file; this one is off. */
  async clone(options: TabletOptions): Promise<StormTablet> {
    await copyReplica(this.#file, options.file);
    const proxy = await openProxy({ target: options.server });
    const clone = new StormTablet(options, proxy, this.held);
    await clone.switchOn();
    return clone;
  }

  async dispose(): Promise<void> {
    await this.kill();
    await this.proxy[Symbol.asyncDispose]();
  }
}

async function copyReplica(from: string, to: string): Promise<void> {
  for (const log of ['', '-wal', '-shm']) {
    await rm(`${to}${log}`, { force: true });
    await copyFile(`${from}${log}`, `${to}${log}`).catch(() => undefined); // a closed file has no log
  }
}
