import { useTranslation } from 'react-i18next';
import type { CommentStatus } from '#contract/service-configs.ts';
import { EditConflict } from '../ui/edit-conflict.tsx';
import type { ConsoleKey } from '../ui/failure-text.ts';
import type { Conflict } from '../ui/use-edit-submit.ts';
import type { ServiceFormValues } from './service-form-values.ts';

type Field = Conflict<ServiceFormValues>['fields'][number];

const LABELS: Readonly<Partial<Record<Field, ConsoleKey>>> = {
  label: 'services.label',
  post: 'services.usePosts',
  comment: 'services.useComments',
};

export interface ServiceConflictProps {
  readonly conflict: Conflict<ServiceFormValues>;
  readonly values: ServiceFormValues;
}

export function ServiceConflict({ conflict, values }: ServiceConflictProps) {
  const { t } = useTranslation('console');

  function shown(field: Field, version: ServiceFormValues): string {
    const value = String(version[field]);
    if (field === 'commentDefaultPublishStatus') return t(`services.status.${value as CommentStatus}`);
    if (field !== 'post' && field !== 'comment' && field !== 'commentProofOfWork') return value;
    return t(value === 'true' ? 'writing.compare.yes' : 'writing.compare.no');
  }

  return (
    <EditConflict
      {...conflict}
      rows={conflict.fields.map((field) => ({
        label: t(LABELS[field] ?? (`services.config.${field}` as ConsoleKey)),
        yours: shown(field, values),
        saved: shown(field, conflict.saved),
      }))}
    />
  );
}
