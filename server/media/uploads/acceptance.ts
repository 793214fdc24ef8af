import { fieldMessages, messages } from '#contract/errors.ts';
import { FileType } from '#contract/files.ts';
import { isKeepable } from '#contract/media-types.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import { badRequest, invalid } from '../../platform/errors.ts';

const MEGABYTE = 1024 * 1024;

interface Announced {
  readonly fileType: string;
  readonly mimeType: string;
  readonly size: number;
}

/**
 * Checks kind, type and size of a file against the service settings and returns its kind.
 * @throws {HttpError} 400 with all field errors at once
 */
export function rejectUnacceptedType(configs: ServiceConfigs, { fileType, mimeType, size }: Announced): FileType {
  const kind = FileType.safeParse(fileType).data;
  if (!kind) throw badRequest(messages.fileTypeInvalid);
  const { types, megabytes } = limitsOf(configs, kind);
  const complaints = {
    ...(!(types.includes(mimeType) && isKeepable(kind, mimeType)) && { mimeType: fieldMessages.typeNotAccepted }),
    ...(size > megabytes * MEGABYTE && { size: fieldMessages.overMaxSize }),
  };
  if (Object.keys(complaints).length > 0) throw invalid(complaints);
  if (size === 0) throw badRequest(messages.fileEmpty);
  return kind;
}

function limitsOf(configs: ServiceConfigs, kind: FileType): { types: readonly string[]; megabytes: number } {
  return kind === 'image'
    ? { types: configs.mediaUploadAcceptMimetypesImage, megabytes: configs.mediaUploadSizeLimitMBImage }
    : { types: configs.mediaUploadAcceptMimetypesFile, megabytes: configs.mediaUploadSizeLimitMBFile };
}
