import type { AdminFile, adminFileApi, FileReservation } from '#contract/admin-files.ts';
import type { ResponseOf } from '#contract/endpoint.ts';

export function adminFile(file: Partial<AdminFile> = {}): AdminFile {
  const { fileId = fileIdOf('a'), extension = 'png' } = file;
  return {
    fileId,
    serviceId: 'news',
    fileType: 'image',
    mimeType: 'image/png',
    extension,
    name: 'crane.png',
    size: 123_456,
    status: 'published',
    createdAt: '2026-11-02T12:00:00Z',
    createdBy: 'hiroshige',
    updatedAt: null,
    uploadedAt: '2026-11-02T12:00:00Z',
    version: 1,
    revision: 1,
    width: 300,
    height: 200,
    isAnimated: false,
    placeholder: null,
    alt: {},
    caption: {},
    src: `/media/news/${fileId}.${extension}`,
    variants: [],
    isUsed: false,
    isWithdrawn: false,
    sameAs: null,
    ...file,
  };
}

export function adminDocument(file: Partial<AdminFile> = {}): AdminFile {
  const type = { fileType: 'file', mimeType: 'application/pdf', extension: 'pdf' } as const;
  return adminFile({ fileId: fileIdOf('b'), ...type, name: 'report.pdf', width: null, height: null, ...file });
}

export function fileIdOf(end: string): string {
  return end.padStart(26, '01m80000000000000000000000');
}

export function filePage(
  items: readonly AdminFile[],
  pageToken: string | null = null,
): ResponseOf<typeof adminFileApi.list> {
  return { items: [...items], pagerKey: null, pageToken };
}

export function reservationOf(file: Partial<FileReservation> = {}): FileReservation {
  const { fileId, serviceId, fileType, mimeType, name, size, createdAt } = adminFile();
  const url = `/uploads/${file.fileId ?? fileId}`;
  const expiresAt = '2026-11-02T13:00:00Z';
  return { fileId, serviceId, fileType, mimeType, name, size, status: 'reserved', createdAt, url, expiresAt, ...file };
}
