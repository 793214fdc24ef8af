/** Error of the picture itself; the message is a message code. */
export class ImageFault extends Error {
  constructor(code: string) {
    super(code);
    this.name = 'ImageFault';
  }
}
