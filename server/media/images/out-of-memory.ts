import { messages } from '#contract/errors.ts';
import { Refusal } from '../../platform/errors.ts';

/** The process that worked on a picture was ended from outside, as whoever needs its memory does. */
export class OutOfMemory extends Refusal {
  constructor() {
    super(503, { message: messages.unavailable });
    this.name = 'OutOfMemory';
  }
}
