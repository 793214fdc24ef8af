import { modals } from '@mantine/modals';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#contract/api-client.ts';
import { type BulkChanged, type BulkUndone, bulkPostApi } from '#contract/bulk-posts.ts';
import { contentLanguage } from '../../../../i18n/content-language.ts';
import { consoleCall } from '../../../../session/console-call.ts';
import { ConsoleText, notifyFailure, notifyProblem, notifySuccess, notifyUndoable } from '../../../ui/notify.tsx';
import type { BulkAction } from './bulk-summary.ts';
import { reasonKeyOf } from './reason-key.ts';

interface Told {
  readonly serviceId: string;
  readonly action: BulkAction;
  readonly onUndone: () => void;
}

export function tellChanged({ changed, unchanged, undoId }: BulkChanged, told: Told): void {
  const undo = undoId === null ? undefined : () => takeBack(undoId, told);
  if (unchanged > 0) notifyUndoable('postList.bulk.doneSome', { undo, values: { changed, unchanged } });
  else notifyUndoable(`postList.bulk.done.${told.action}`, { undo, values: { count: changed } });
}

async function takeBack(undoId: string, { serviceId, onUndone }: Told): Promise<void> {
  try {
    const { items, leftOut } = await consoleCall(bulkPostApi.undo, { params: { serviceId }, body: { undoId } });
    if (items.length > 0) notifySuccess('postList.bulk.undone', { count: items.length });
    if (leftOut.length > 0) showLeftOut(leftOut);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) notifyProblem('postList.bulk.undoOver');
    else notifyFailure(error);
  }
  onUndone();
}

function showLeftOut(leftOut: BulkUndone['leftOut']): void {
  modals.openConfirmModal({
    title: <ConsoleText text="postList.bulk.leftOutTitle" />,
    children: <LeftOut leftOut={leftOut} />,
    labels: { confirm: <ConsoleText text="action.close" />, cancel: null },
    cancelProps: { display: 'none' },
    withCloseButton: false,
    centered: true,
  });
}

function LeftOut({ leftOut }: Pick<BulkUndone, 'leftOut'>) {
  const { t } = useTranslation('console');
  return (
    <>
      <p className="question">{t('postList.bulk.leftOut', { count: leftOut.length })}</p>
      <ul className="bulk-reasons">
        {leftOut.map(({ postId, title, message }) => (
          <li key={postId}>
            <span lang={contentLanguage(title)}>{title}</span>
            <span>{t(reasonKeyOf(message))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
