import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_CONTENTS, type OpenContents, type OthersChoice } from '#contract/service-contents.ts';
import { contentLanguage } from '../../i18n/content-language.ts';

export interface FirstContentDialogProps {
  readonly open: OpenContents | undefined;
  readonly onChoose: (others: OthersChoice) => void;
  readonly onCancel: () => void;
}

export function FirstContentDialog({ open, onChoose, onCancel }: FirstContentDialogProps) {
  const { t } = useTranslation('console');
  const isTooMany = open !== undefined && open.count >= MAX_CONTENTS;
  return (
    <Modal opened={open !== undefined} onClose={onCancel} title={t('confirm.title')} withCloseButton={false} centered>
      {open && (
        <div className="content-change">
          <p>
            {isTooMany ? t('contents.closesMany', { max: MAX_CONTENTS }) : t('contents.closes', { count: open.count })}
          </p>
          <ul>
            {open.titles.map((title) => (
              <li key={title} lang={contentLanguage(title)}>
                {title}
              </li>
            ))}
            {!isTooMany && open.count > open.titles.length && (
              <li>{t('contents.closesMore', { count: open.count - open.titles.length })}</li>
            )}
          </ul>
          {isTooMany && <p>{t('contents.tooManyToRegister', { max: MAX_CONTENTS })}</p>}
          <div className="form-actions">
            <Button data-autofocus disabled={isTooMany} onClick={() => onChoose('register')}>
              {t('contents.registerOthers')}
            </Button>
            <Button color="vermilion" variant="outline" onClick={() => onChoose('close')}>
              {t('contents.closeOthers')}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {t('action.cancel')}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
