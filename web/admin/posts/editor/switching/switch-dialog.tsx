import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorMode } from '#contract/posts.ts';
import { type Switched, toMode } from './convert.ts';

export interface SwitchDialogProps {
  readonly serviceId: string;
  readonly text: string;
  readonly from: EditorMode;
  readonly to: EditorMode;
  readonly onSwitch: (text: string) => void;
  readonly onCancel: () => void;
}

export function SwitchDialog({ serviceId, text, from, to, onSwitch, onCancel }: SwitchDialogProps) {
  const { t } = useTranslation('console');
  const [switched, setSwitched] = useState<Switched | 'failed'>();
  const mode = t(`posts.modes.${to}.name`);

  useEffect(() => {
    let isCurrent = true;
    const tell = (found: Switched | 'failed') => isCurrent && setSwitched(found);
    toMode({ serviceId, text, from, to }).then(tell, () => tell('failed'));
    return () => {
      isCurrent = false;
    };
  }, [serviceId, text, from, to]);

  return (
    <Modal
      opened
      onClose={onCancel}
      title={t('posts.switchMode.title', { mode })}
      centered
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div role="status">
        {switched === undefined && <p className="question">{t('posts.switchMode.asking')}</p>}
        {switched === 'failed' && <p className="question">{t('posts.switchMode.failed', { mode })}</p>}
        {typeof switched === 'object' && <Outcome switched={switched} mode={mode} />}
      </div>
      <div className="form-actions">
        <Button
          data-autofocus
          disabled={typeof switched !== 'object'}
          onClick={() => typeof switched === 'object' && onSwitch(switched.text)}
        >
          {t('posts.switchMode.action')}
        </Button>
        {to !== 'richText' && (
          <Button variant="outline" onClick={() => onSwitch(text)}>
            {t('posts.switchMode.asIs')}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
      </div>
    </Modal>
  );
}

function Outcome({ switched: { losses, isJsonString }, mode }: { switched: Switched; mode: string }) {
  const { t } = useTranslation('console');
  return (
    <>
      <p className="question">{t('posts.switchMode.text', { mode })}</p>
      {isJsonString && <p>{t('posts.switchMode.jsonString')}</p>}
      {losses.length === 0 ? (
        !isJsonString && <p>{t('posts.switchMode.lossless')}</p>
      ) : (
        <>
          <p>{t('posts.switchMode.losing')}</p>
          <ul>
            {losses.map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>{t(`posts.switchMode.losses.${kind}`, { name })}</li>
            ))}
          </ul>
        </>
      )}
      <p>{t('posts.switchMode.kept')}</p>
    </>
  );
}
