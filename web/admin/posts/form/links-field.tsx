import { ActionIcon, Button, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MAX_LINKS } from '#contract/posts.ts';
import { useAfterPress } from '../../ui/use-after-press.ts';
import { linkFault } from './post-faults.ts';
import type { PostFormState } from './use-post-form.ts';

export function LinksField({ form }: Pick<PostFormState, 'form'>) {
  const { t } = useTranslation('console');
  const { links } = form.values;
  const afterPress = useAfterPress();
  const isOpen = links.some((link) => link.url.trim() === '' || linkFault(link));
  return (
    <fieldset className="links-field">
      <legend>{t('posts.fields.links')}</legend>
      {links.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list; its input follows the values
        <div key={index} className="link-row">
          <TextInput
            label={t('posts.linkUrl', { number: index + 1 })}
            type="url"
            autoComplete="off"
            maxLength={2000}
            {...form.getInputProps(`links.${index}.url`)}
            onBlur={() => afterPress(() => void form.validateField(`links.${index}.url`))}
          />
          <TextInput
            label={t('posts.linkLabel', { number: index + 1 })}
            autoComplete="off"
            maxLength={300}
            {...form.getInputProps(`links.${index}.label`)}
          />
          <ActionIcon
            variant="subtle"
            color="vermilion"
            size="lg"
            aria-label={t('posts.deleteLink', { number: index + 1 })}
            onClick={() => form.removeListItem('links', index)}
          >
            <Trash2 size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<Plus size={16} aria-hidden="true" />}
        disabled={isOpen || links.length >= MAX_LINKS}
        onClick={() => form.insertListItem('links', { url: '', label: '' })}
      >
        {t('posts.addLink')}
      </Button>
      {form.errors.links && <p className="field-error">{form.errors.links}</p>}
    </fieldset>
  );
}
