/** What is wrong with a picture, in a code of the catalogue. */
export class ImageFault extends Error {
  constructor(code: string) {
    super(code);
    this.name = 'ImageFault';
  }
}
