import { messages } from '#contract/errors.ts';
import { Refusal } from '../../platform/errors.ts';

/** An image process was killed from outside, most likely by the OOM killer. */
export class OutOfMemory extends Refusal {
  constructor() {
    super(503, { message: messages.unavailable });
    this.name = 'OutOfMemory';
  }
}
