import { Circle, CircleCheck, CircleDashed, CircleSlash, Clock, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

export type FileState = 'waiting' | 'withdrawn' | 'removed' | 'reserved' | 'used' | 'unused';

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
