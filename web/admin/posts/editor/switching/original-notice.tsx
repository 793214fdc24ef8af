import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FormerText } from './former-texts.ts';

export interface OriginalNoticeProps {
  readonly formerTexts: readonly FormerText[];
  readonly onTakeBack: (former: FormerText) => void;
  readonly onDrop: () => void;
}

export function OriginalNotice({ formerTexts, onTakeBack, onDrop }: OriginalNoticeProps) {
  const { t } = useTranslation('console');
  const last = formerTexts.at(-1);
  const [first] = formerTexts;
  if (!first || !last) return null;
  return (
    <p className="original-notice" role="status">
      {t('posts.switchMode.original.text', { before: t(`posts.modes.${last.mode}.name`) })}{' '}
      <UnstyledButton className="text-button" onClick={() => onTakeBack(last)}>
        {t('posts.switchMode.original.back')}
      </UnstyledButton>{' '}
      {first !== last && (
        <>
          <UnstyledButton className="text-button" onClick={() => onTakeBack(first)}>
            {t('posts.switchMode.original.first', { mode: t(`posts.modes.${first.mode}.name`) })}
          </UnstyledButton>{' '}
        </>
      )}
      <UnstyledButton className="text-button" onClick={onDrop}>
        {t('posts.switchMode.original.drop')}
      </UnstyledButton>
    </p>
  );
}
