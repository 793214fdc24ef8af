/** Pictures 3 pixels wide and 2 high, in base64: one of each kind that a browser's canvas makes. */
export const pictures = {
  png:
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4AWLabKjzH4aZGJAAAAAA//8feYRdAAAABklEQVQDAHeH' +
    'BjI6fQhIAAAAAElFTkSuQmCC',
  jpeg:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19i' +
    'Z2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj' +
    'Y2NjY2NjY2P/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA' +
    'FQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCUAIvv/9k=',
  lossyWebp: 'UklGRjQAAABXRUJQVlA4ICgAAACQAQCdASoDAAIAAsBMJaACdLoAA5gA/uwmXrvFpRr/5Kf13eUXLwAA',
  losslessWebp: 'UklGRh4AAABXRUJQVlA4TBEAAAAvAkAAAAfQmM6Wpf+BiOh/AAA=',
  extendedWebp: 'UklGRjAAAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAVlA4TBEAAAAvAkAAAAfQmM6Wpf+BiOh/AAA=',
} as const;

/** The same PNG, which says that it is of another size. */
export function pngOfSize(width: number, height: number): string {
  const bytes = Buffer.from(pictures.png, 'base64');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
}
