import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type Account, accountApi } from '#contract/account.ts';
import { HOME_PATH } from '../../../paths/site.ts';
import { accountCall } from '../../../session/account-call.ts';
import { dropSession } from '../../../session/session.ts';
import { download } from '../../../ui/download.ts';
import { showToast } from '../../ui/toasts.tsx';
import { AccountForm } from '../ui/account-form.tsx';
import { PlainButton } from '../ui/buttons.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmailField } from '../ui/fields.tsx';
import { useAccountAction } from '../ui/use-account-action.ts';
import { useAccountForm } from '../ui/use-account-form.ts';
import { SettingRow } from './setting-row.tsx';

export function DeleteRow({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingRow id="delete" title={t('delete.title')}>
      <p>{t('delete.body')}</p>
      <div className="row-actions">
        <PlainButton tone="danger" onClick={() => setIsOpen(true)}>
          {t('delete.open')}
        </PlainButton>
      </div>
      {isOpen && <DeleteDialog account={account} onClose={() => setIsOpen(false)} />}
    </SettingRow>
  );
}

function DeleteDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const form = useAccountForm({
    rules: {
      email: (value) => (value.trim().toLowerCase() === account.email.toLowerCase() ? undefined : 'rule.typeEmail'),
    },
    send: async () => {
      await accountCall(accountApi.remove, {});
      await dropSession();
      showToast(t('done.deleted'));
      await navigate(HOME_PATH, { replace: true });
    },
    failureWords: { otherwise: 'failure.delete' },
  });
  return (
    <Dialog title={t('delete.question')} onClose={onClose}>
      <p>{t('delete.consequences')}</p>
      <AccountForm form={form} submit={t('delete.confirm')} tone="danger" onCancel={onClose}>
        <EmailField {...form.field('email')} label={t('delete.typeEmail')} hint={account.email} autoComplete="off" />
      </AccountForm>
    </Dialog>
  );
}

export function ExportRow() {
  const { t } = useTranslation('account');
  const { isBusy, run } = useAccountAction('failure.export');

  async function save(): Promise<void> {
    const data = await accountCall(accountApi.export, {});
    download('account.json', new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }));
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
