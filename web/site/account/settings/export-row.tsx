import { useTranslation } from 'react-i18next';
import { accountApi } from '#contract/account.ts';
import { accountCall } from '../../../session/account-call.ts';
import { PlainButton } from '../ui/buttons.tsx';
import { download } from '../ui/download.ts';
import { SettingRow } from './setting-row.tsx';
import { useRowAction } from './use-row-action.ts';

export function ExportRow() {
  const { t } = useTranslation('account');
  const { isBusy, run } = useRowAction('failure.export');

  async function save(): Promise<void> {
    const data = await accountCall(accountApi.export, {});
    download('account.json', `${JSON.stringify(data, null, 2)}\n`, 'application/json');
  }

  return (
    <SettingRow id="export" title={t('export.title')}>
      <p>{t('export.body')}</p>
      <div className="row-actions">
        <PlainButton aria-disabled={isBusy} onClick={() => void run(save)}>
          {t('export.download')}
        </PlainButton>
      </div>
    </SettingRow>
  );
}
