import { setTimeout as pause } from 'node:timers/promises';
import type { Installation } from './installations.ts';

const RECOVERY_LIMIT_MS = 60_000;
const REQUEST_TIMEOUT_MS = 20_000;
const WRITE_EVERY_MS = 100;
const READ_EVERY_MS = 50;

export interface Figures {
  readonly installation: string;
  readonly fault: string;
  times: number;
  /** Longest time from the end of the fault to the first acknowledged save. */
  recoveryMs: number;
  saved: number;
  unavailable: number;
  readonly wrong: Map<number, number>;
}

export class Workload {
  readonly #installation: Installation;
  readonly #loops: Promise<void>[];
  /** Titles of acknowledged saves by slug. */
  readonly acknowledged = new Map<string, string>();
  figures: Figures | undefined;
  #isOver = false;
  #lastSavedAt = 0;
  #made = 0;

  constructor(installation: Installation) {
    this.#installation = installation;
    this.#loops = [
      ...[0, 1].map(() => this.#repeat(WRITE_EVERY_MS, () => this.#write())),
      ...[0, 1].map(() => this.#repeat(READ_EVERY_MS, () => this.#read())),
    ];
  }

  /** Waits for the next acknowledged save and returns how long it took, in milliseconds. */
  async recovery(): Promise<number> {
    const from = performance.now();
    while (this.#lastSavedAt < from) {
      if (performance.now() - from > RECOVERY_LIMIT_MS) throw new Error('The product did not recover in a minute');
      await pause(20);
    }
    return this.#lastSavedAt - from;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  async isStored(slug: string, title: string): Promise<boolean> {
    const { serviceId, key } = this.#installation;
    const { status, body } = await this.#send(`/api/admin/posts/${serviceId}/${slug}`, { key });
    return status === 200 && JSON.parse(body).title === title;
  }

  async #repeat(everyMs: number, once: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await once();
      await pause(everyMs);
    }
  }

  async #write(): Promise<void> {
    const { serviceId, key } = this.#installation;
    this.#made += 1;
    const slug = `fault-${this.#made}`;
    const title = `速報 ${slug}`;
    const post = { slug, title, body: '*Text*.\n\n'.repeat(20), bodyFormat: 'markdown', status: 'publish' };
    const { status } = await this.#send(`/api/admin/posts/${serviceId}`, { key, post });
    if (status !== 200) return;
    this.acknowledged.set(slug, title);
    this.#lastSavedAt = performance.now();
    if (this.figures) this.figures.saved += 1;
  }

  async #read(): Promise<void> {
    const { serviceId } = this.#installation;
    await this.#send(`/posts/${serviceId}/fault-${Math.max(1, this.#made - 20)}`, {});
  }

  async #send(path: string, { key, post }: { key?: string; post?: object }): Promise<{ status: number; body: string }> {
    try {
      const response = await fetch(`${this.#installation.product.url}${path}`, {
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(post && { 'content-type': 'application/json' }),
        },
        ...(post && { method: 'POST', body: JSON.stringify(post) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const { status } = response;
      if (status >= 500) this.#count(status);
      return { status, body: await response.text() };
    } catch {
      // No response: the product was killed, or waits for an unavailable dependency.
      return { status: 0, body: '' };
    }
  }

  #count(status: number): void {
    const { figures: entry } = this;
    if (!entry) return;
    if (status === 503) entry.unavailable += 1;
    else entry.wrong.set(status, (entry.wrong.get(status) ?? 0) + 1);
  }
}
