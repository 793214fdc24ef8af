import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../ui/date-time.tsx';
import { effectiveTime, fromLocalInput, isFuture, toLocalInput } from './local-time.ts';
import { useNow } from './use-now.ts';
import type { PostFormState } from './use-post-form.ts';

export function PublishAtField({ form }: Pick<PostFormState, 'form'>) {
  const { t } = useTranslation('console');
  const { publishAt } = form.values;
  return (
    <div>
      <div className="field-with-action">
        <TextInput
          className="publish-at-input"
          label={t('posts.fields.publishAt')}
          type="datetime-local"
          aria-describedby="publish-at-help"
          max="9999-12-31T23:59"
          {...form.getInputProps('publishAt')}
        />
        <Button
          variant="default"
          onClick={() => form.setFieldValue('publishAt', toLocalInput(new Date().toISOString()))}
        >
          {t('posts.now')}
        </Button>
        <Button variant="subtle" disabled={publishAt === ''} onClick={() => form.setFieldValue('publishAt', '')}>
          {t('posts.clear')}
        </Button>
      </div>
      <p id="publish-at-help" className="field-help">
        {t('posts.publishAtHelp', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
      </p>
      <EffectiveTime publishAt={fromLocalInput(publishAt)} />
    </div>
  );
}

function EffectiveTime({ publishAt }: { publishAt: string | null }) {
  const { t } = useTranslation('console');
  const now = useNow();
  return (
    <output className="field-note">
      {publishAt === null ? (
        t('writing.publishAt.none')
      ) : isFuture(publishAt, now) ? (
        <>
          {t('posts.goesLive')} <DateTime value={effectiveTime(publishAt, now)} withTime />
        </>
      ) : (
        t('writing.publishAt.past')
      )}
    </output>
  );
}
