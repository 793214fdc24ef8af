import { expect, type Locator, type Page } from '@playwright/test';
import { jpegPicture, pngPicture } from '#testing/pictures.ts';

export interface PickedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const LIBRARY = '/admin/files/news';
export const FILE_DETAIL = /\/admin\/files\/[0-9a-z-]+\/[0-9a-z]{26}$/;

export async function png(name: string, size = { width: 60, height: 40 }): Promise<PickedFile> {
  return { name, mimeType: 'image/png', buffer: await pngPicture(size) };
}

export async function jpeg(name: string, size = { width: 60, height: 40 }): Promise<PickedFile> {
  return { name, mimeType: 'image/jpeg', buffer: await jpegPicture(size) };
}

export function pdf(name: string, text = 'Hello'): PickedFile {
  const buffer = Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`);
  return { name, mimeType: 'application/pdf', buffer };
}

export async function upload(page: Page, files: readonly PickedFile[]): Promise<void> {
  await page
    .getByLabel('Upload', { exact: true })
    .first()
    .setInputFiles([...files]);
}

export function uploadOf(page: Page, name: string): Locator {
  return page.locator('.uploads li').filter({ hasText: name });
}

export async function uploadAndWait(page: Page, files: readonly PickedFile[]): Promise<void> {
  await upload(page, files);
  for (const { name } of files) await expect(uploadOf(page, name)).toHaveAttribute('data-status', 'done');
}

export function tileNames(page: Page): Locator {
  return page.locator('.file-grid .file-tile-name');
}

export async function drop(page: Page, files: readonly PickedFile[]): Promise<void> {
  const transfer = await toTransfer(page, files);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await expect(page.locator('.page-drop')).toHaveCSS('opacity', '1');
  const area = page.locator('.page-drop > [role=presentation]');
  await area.dispatchEvent('drop', { dataTransfer: transfer });
}

export async function paste(page: Page, files: readonly PickedFile[]): Promise<void> {
  const transfer = await toTransfer(page, files);
  await page.evaluate((clipboardData) => {
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, transfer);
}

async function toTransfer(page: Page, files: readonly PickedFile[]) {
  const serialized = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: buffer.toString('base64') }));
  return await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, bytes } of given) {
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], name, { type: mimeType }));
    }
    return transfer;
  }, serialized);
}
