import {
  Circle,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Clock,
  File,
  FileArchive,
  FileAudio,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  type LucideIcon,
  Presentation,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import { isPictureType } from '#contract/media-types.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { pictureAddress } from './file-addresses.ts';
import './files.css';

interface FileThumbProps {
  readonly file: Pick<AdminFile, 'mimeType' | 'extension' | 'src' | 'variants' | 'placeholder'>;
  readonly pixels?: number;
}

export function FileThumb({ file, pixels = 400 }: FileThumbProps) {
  const [failed, setFailed] = useState<string>();
  const { mimeType, placeholder } = file;
  const address = pictureAddress(file, pixels) ?? (isPictureType(mimeType) ? (placeholder ?? undefined) : undefined);
  if (address === undefined || address === failed) return <FileKind file={file} />;
  return (
    <span className="file-thumb ui-grid ui-quiet">
      <img
        src={address}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        style={placeholder === null ? undefined : { backgroundImage: `url("${placeholder}")` }}
        onLoad={({ currentTarget }) => currentTarget.style.removeProperty('background-image')}
        onError={() => setFailed(address)}
      />
    </span>
  );
}

export function FileKind({ file: { mimeType, extension } }: { file: Pick<AdminFile, 'mimeType' | 'extension'> }) {
  const Icon = iconOf(mimeType);
  return (
    <span className="file-thumb ui-grid ui-quiet" data-kind="document">
      <Icon strokeWidth={1.25} />
      <span className="file-ending" aria-hidden="true">
        {extension}
      </span>
    </span>
  );
}

const ICONS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^image\//, FileImage],
  [/^audio\//, FileAudio],
  [/^video\//, FileVideo],
  [/excel|spreadsheet|csv/, FileSpreadsheet],
  [/powerpoint|presentation/, Presentation],
  [/zip|compressed/, FileArchive],
  [/json|html|xml|markdown/, FileCode],
  [/^text\/|pdf|word/, FileText],
];

function iconOf(mimeType: string): LucideIcon {
  return ICONS.find(([pattern]) => pattern.test(mimeType))?.[1] ?? File;
}

type FileState = 'waiting' | 'withdrawn' | 'removed' | 'reserved' | 'used' | 'unused';

type UploadResult = Pick<AdminFile, 'uploadedAt' | 'isWithdrawn' | 'status' | 'isUsed'>;

export function stateOf({ uploadedAt, isWithdrawn, status, isUsed }: UploadResult): FileState {
  if (uploadedAt === null) return 'waiting';
  if (isWithdrawn) return 'withdrawn';
  if (status !== 'published') return status;
  return isUsed ? 'used' : 'unused';
}

const LOOKS: Readonly<Record<FileState, readonly [Tone, LucideIcon]>> = {
  waiting: ['waiting', Clock],
  withdrawn: ['bad', CircleSlash],
  removed: ['bad', CircleDashed],
  reserved: ['waiting', Clock],
  used: ['good', CircleCheck],
  unused: ['quiet', Circle],
};

export function FileStateBadge({ file }: { file: UploadResult }) {
  const { t } = useTranslation('console');
  const state = stateOf(file);
  const [tone, icon] = LOOKS[state];
  return <Badge tone={tone} icon={icon} text={t(`files.state.${state}`)} />;
}
