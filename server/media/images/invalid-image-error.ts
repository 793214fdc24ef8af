/** Error of the picture itself; the message is a message code. */
export class InvalidImageError extends Error {
  constructor(code: string) {
    super(code);
    this.name = 'InvalidImageError';
  }
}
