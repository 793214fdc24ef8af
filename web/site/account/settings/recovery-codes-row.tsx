import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '#contract/account.ts';
import { accountCall } from '../../../session/account-call.ts';
import { codeError, plainCode } from '../../../session/credential-rules.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { download } from '../../../ui/download.ts';
import { useSite } from '../../ui/site-context.ts';
import { showToast } from '../../ui/toasts.tsx';
import { AccountForm } from '../ui/account-form.tsx';
import { PlainButton } from '../ui/buttons.tsx';
import { CodeField } from '../ui/fields.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';
import { EditableRow, useRowForm } from './setting-row.tsx';

export function RecoveryCodesRow({ codesLeft }: { codesLeft: number }) {
  const { t } = useTranslation('account');
  const hasNone = codesLeft === 0;
  return (
    <EditableRow
      id="recovery-codes"
      title={t('recovery.title')}
      open={t(hasNone ? 'recovery.makeFirst' : 'recovery.make')}
      isUrgent={hasNone}
      form={<RecoveryCodesForm hasNone={hasNone} />}
    >
      {hasNone ? <p className="ui-warned">{t('recovery.none')}</p> : <p>{t('recovery.left', { number: codesLeft })}</p>}
      <p className="row-hint">{t('recovery.body')}</p>
    </EditableRow>
  );
}

function RecoveryCodesForm({ hasNone }: { hasNone: boolean }) {
  const { t } = useTranslation('account');
  const { close, finish } = useRowForm();
  const titleId = useId();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useAccountForm({
    rules: { code: codeError },
    send: async ({ code }) => {
      const made = await accountCall(accountApi.makeRecoveryCodes, { body: { code: plainCode(code) } });
      setCodes(made.codes);
    },
    failureWords: { otherwise: 'failure.update' },
    takesFocus: true,
  });
  if (codes) return <MadeCodes codes={codes} onKept={() => void finish('done.updated')} />;
  const codeForm = (
    <AccountForm
      form={form}
      aria-labelledby={hasNone ? titleId : undefined}
      submit={t(hasNone ? 'recovery.makeFirst' : 'recovery.make')}
      cancel={hasNone ? t('recovery.later') : undefined}
      onCancel={close}
    >
      <p>{t(hasNone ? 'recovery.firstBody' : 'recovery.makeBody')}</p>
      <CodeField {...form.field('code')} label={t('field.oneTimeCode')} hint={t('recovery.codeHint')} maxLength={16} />
    </AccountForm>
  );
  return hasNone ? <FirstCodes titleId={titleId}>{codeForm}</FirstCodes> : codeForm;
}

function FirstCodes({ titleId, children }: { titleId: string; children: ReactNode }) {
  const { t } = useTranslation('account');
  const box = useRef<HTMLDivElement>(null);
  // `void`, since scrollIntoView returns a promise in some browsers, which React would take for a cleanup function.
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div className="next-step" ref={box}>
      <h3 id={titleId}>{t('recovery.firstTitle')}</h3>
      {children}
    </div>
  );
}

function MadeCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('account');
  const { siteName } = useSite();
  const headingId = useId();
  const text = `${codes.join('\n')}\n`;
  const shown = useRef<HTMLDivElement>(null);
  // The focused form is gone.
  useEffect(() => void shown.current?.focus(), []);

  async function copy(): Promise<void> {
    const isCopied = await copyText(text);
    showToast(t(isCopied ? 'done.copied' : 'failure.copy'), isCopied ? 'success' : 'danger');
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: no form fields inside
    <div className="recovery ui-grid ui-gap-4" ref={shown} role="group" aria-labelledby={headingId} tabIndex={-1}>
      <p id={headingId}>{t('recovery.keep')}</p>
      <p className="recovery-print">{t('recovery.printTitle', { siteName })}</p>
      <ul className="recovery-codes ui-panel ui-grid ui-gap-2-4">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row-actions">
        <PlainButton onClick={() => void copy()}>{t('action.copy')}</PlainButton>
        <PlainButton onClick={() => download('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}>
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
