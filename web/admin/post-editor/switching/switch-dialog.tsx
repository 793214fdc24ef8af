import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminPostApi, postConversionApi } from '#contract/admin-posts.ts';
import { type BodyFormat, type EditorMode, formatOfMode } from '#contract/posts.ts';
import { quietCall } from '../../../session/console-call.ts';
import { type Loss, lossesBetween } from './losses.ts';

interface SwitchRequest {
  readonly serviceId: string;
  readonly text: string;
  readonly from: EditorMode;
  readonly to: EditorMode;
}

export interface SwitchDialogProps extends SwitchRequest {
  readonly onSwitch: (text: string) => void;
  readonly onCancel: () => void;
}

export function SwitchDialog({ serviceId, text, from, to, onSwitch, onCancel }: SwitchDialogProps) {
  const { t } = useTranslation('console');
  const [switched, setSwitched] = useState<Switched | 'failed'>();
  const mode = t(`posts.modes.${to}.name`);

  useEffect(() => {
    let isCurrent = true;
    const show = (found: Switched | 'failed') => isCurrent && setSwitched(found);
    toMode({ serviceId, text, from, to }).then(show, () => show('failed'));
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

interface Switched {
  readonly text: string;
  /** Empty for JSON, which keeps the source text as a string. */
  readonly losses: readonly Loss[];
  readonly isJsonString: boolean;
}

async function toMode({ serviceId, text, from, to }: SwitchRequest): Promise<Switched> {
  const formats = { from: formatOfMode[from], to: formatOfMode[to] };
  const converted = await convert(serviceId, { body: text, ...formats });
  const rich = to === 'richText' ? await import('../rich/rich-extensions.ts') : undefined;
  const next = rich ? rich.normalize(converted) : converted;
  if (to === 'json') return { text: next, losses: [], isJsonString: next.startsWith('"') };
  // JSON is displayed as code, so there is nothing to compare.
  if (from === 'json') return { text: next, losses: [], isJsonString: false };
  // Compares the HTML sources, because rich text also drops parts that readers do not see.
  if (to === 'richText' && from !== 'text') {
    return { text: next, losses: lossesBetween(converted, next), isJsonString: false };
  }
  const before = await preview(serviceId, text, formats.from);
  const after = await preview(serviceId, next, formats.to);
  return { text: next, losses: lossesBetween(before, after), isJsonString: false };
}

async function convert(serviceId: string, body: { body: string; from: BodyFormat; to: BodyFormat }): Promise<string> {
  if (body.from === body.to) return body.body;
  return (await quietCall(postConversionApi.convert, { params: { serviceId }, body })).body;
}

async function preview(serviceId: string, body: string, bodyFormat: BodyFormat): Promise<string> {
  return (await quietCall(adminPostApi.preview, { params: { serviceId }, body: { body, bodyFormat } })).bodyHtml;
}
