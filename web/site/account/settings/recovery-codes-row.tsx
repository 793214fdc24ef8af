import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '#contract/account.ts';
import { accountCall } from '../../../session/account-call.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { useSite } from '../../ui/site-context.ts';
import { showToast } from '../../ui/toast.ts';
import { codeFault, plainCode } from '../rules.ts';
import { FormEnd, FormFailure, PlainButton } from '../ui/buttons.tsx';
import { download } from '../ui/download.ts';
import { CodeField } from '../ui/fields.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';
import { EditableRow, useRowForm } from './setting-row.tsx';

export function RecoveryCodesRow({ codesLeft }: { codesLeft: number }) {
  const { t } = useTranslation('account');
  return (
    <EditableRow id="recovery-codes" title={t('recovery.title')} open={t('recovery.make')} form={<RecoveryCodesForm />}>
      <p>{codesLeft === 0 ? t('recovery.none') : t('recovery.left', { number: codesLeft })}</p>
      <p className="row-hint">{t('recovery.body')}</p>
    </EditableRow>
  );
}

function RecoveryCodesForm() {
  const { t } = useTranslation('account');
  const { close, finish } = useRowForm();
  const [codes, setCodes] = useState<readonly string[]>();
  const { formProps, field, failure, isBusy } = useAccountForm({
    rules: { code: codeFault },
    send: async ({ code }) => {
      const made = await accountCall(accountApi.makeRecoveryCodes, { body: { code: plainCode(code) } });
      setCodes(made.codes);
    },
    failureWords: { otherwise: 'failure.update' },
    takesFocus: true,
  });
  if (codes) return <MadeCodes codes={codes} onKept={() => void finish('done.updated')} />;
  return (
    <form {...formProps}>
      <p>{t('recovery.makeBody')}</p>
      <CodeField {...field('code')} label={t('field.oneTimeCode')} hint={t('recovery.codeHint')} maxLength={16} />
      <FormFailure text={failure} />
      <FormEnd submit={t('recovery.make')} isBusy={isBusy} onCancel={close} />
    </form>
  );
}

/** They are shown this once. */
function MadeCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('account');
  const { siteName } = useSite();
  const text = `${codes.join('\n')}\n`;

  async function copy(): Promise<void> {
    const isCopied = await copyText(text);
    showToast(t(isCopied ? 'done.copied' : 'failure.copy'), isCopied ? 'success' : 'danger');
  }

  return (
    <div className="recovery">
      <p>{t('recovery.keep')}</p>
      <p className="recovery-print">{t('recovery.printTitle', { siteName })}</p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row-actions">
        <PlainButton onClick={() => void copy()}>{t('action.copy')}</PlainButton>
        <PlainButton onClick={() => download('recovery-codes.txt', text, 'text/plain')}>
          {t('action.download')}
        </PlainButton>
        <PlainButton onClick={() => window.print()}>{t('action.print')}</PlainButton>
      </div>
      <div className="form-end">
        <PlainButton onClick={onKept}>{t('recovery.done')}</PlainButton>
      </div>
    </div>
  );
}
