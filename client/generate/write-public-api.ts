import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicApiText } from './public-api-text.ts';

export const publicApiFile = join(import.meta.dirname, '..', 'public-api.ts');

export async function writePublicApi(): Promise<void> {
  await writeFile(publicApiFile, publicApiText());
}
