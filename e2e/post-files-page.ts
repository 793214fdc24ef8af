import type { Locator, Page } from '@playwright/test';
import { jpegPicture } from '#testing/pictures.ts';
import { field } from './posts-page.ts';

export interface Given {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export async function photo(name: string, width = 900, height = 600): Promise<Given> {
  return { name, mimeType: 'image/jpeg', buffer: await jpegPicture({ width, height }) };
}

export const report: Given = {
  name: 'report.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n'),
};

export const images = (page: Page) => page.getByRole('group', { name: 'Images' });
export const files = (page: Page) => page.getByRole('group', { name: 'Files' });
export const thumbnail = (page: Page) => page.getByRole('group', { name: 'Thumbnail' });
export const captions = (page: Page) => images(page).getByRole('textbox', { name: /^Caption of/ });
export const mark = (page: Page) => page.locator('.upload-mark');

export function upload(page: Page, label: string, given: readonly Given[]): Promise<void> {
  return page.locator(`input[type=file][aria-label="${label}"]`).setInputFiles([...given]);
}

export async function beginPost(page: Page, slug: string): Promise<void> {
  await field(page, 'Slug').fill(slug);
  await field(page, 'Title').fill(slug);
}

export async function holdUploads(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((go) => {
    release = go;
  });
  await page.route('**/uploads/**', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

export async function give(target: Locator, type: 'drop' | 'paste', given: readonly Given[], at = { x: 0, y: 0 }) {
  const sent = given.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }));
  await target.evaluate(
    (element, { type: kind, sent: parts, at: { x, y } }) => {
      const dataTransfer = new DataTransfer();
      for (const { name, mimeType, base64 } of parts) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      const box = element.getBoundingClientRect();
      const place = { clientX: box.x + x, clientY: box.y + y };
      const common = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...common, ...place, dataTransfer })
          : new ClipboardEvent('paste', { ...common, clipboardData: dataTransfer }),
      );
    },
    { type, sent, at },
  );
}
