import { messages } from '#contract/errors.ts';
import { HttpError } from '../../http/errors.ts';

/** An image process was killed from outside, most likely by the OOM killer. */
export class OutOfMemory extends HttpError {
  constructor() {
    super(503, { message: messages.unavailable });
    this.name = 'OutOfMemory';
  }
}
