export interface CachedResponse {
  readonly entityTag: string;
  readonly text: string;
}

export interface KeepingLimits {
  readonly maxAnswers?: number;
  readonly maxBytes?: number;
}

/** JavaScript strings take up to two bytes per UTF-16 code unit. */
const BYTES_PER_LETTER = 2;

export class CachedResponses {
  readonly #answers = new Map<string, CachedResponse>();
  readonly #maxAnswers: number;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor({ maxAnswers = 200, maxBytes = 8 * 1024 * 1024 }: KeepingLimits = {}) {
    this.#maxAnswers = maxAnswers;
    this.#maxBytes = maxBytes;
  }

  find(address: string): CachedResponse | undefined {
    const response = this.#answers.get(address);
    if (response) {
      this.#answers.delete(address);
      this.#answers.set(address, response);
    }
    return response;
  }

  keep(address: string, response: CachedResponse): void {
    this.drop(address);
    const size = sizeOf(address, response);
    if (size > this.#maxBytes || this.#maxAnswers < 1) return;
    this.#answers.set(address, response);
    this.#bytes += size;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#maxAnswers && this.#bytes <= this.#maxBytes) break;
      this.drop(oldest);
    }
  }

  drop(address: string): void {
    const response = this.#answers.get(address);
    if (!response) return;
    this.#answers.delete(address);
    this.#bytes -= sizeOf(address, response);
  }
}

function sizeOf(address: string, { entityTag, text }: CachedResponse): number {
  return BYTES_PER_LETTER * (address.length + entityTag.length + text.length);
}
