import { useTranslation } from 'react-i18next';
import type { Account } from '#contract/account.ts';
import { saveName } from '../../../session/own-account.ts';
import { nameError } from '../rules.ts';
import { FormEnd, FormFailure } from '../ui/buttons.tsx';
import { TextField } from '../ui/fields.tsx';
import { useAccountForm } from '../ui/use-account-form.ts';
import { EditableRow, useRowForm } from './setting-row.tsx';

export function NameRow({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  return (
    <EditableRow id="name" title={t('field.name')} form={<NameForm account={account} />}>
      <p>{account.name}</p>
    </EditableRow>
  );
}

function NameForm({ account: { username, name } }: { account: Account }) {
  const { t } = useTranslation('account');
  const keptAs = `name.${username}`;
  const { close, finish } = useRowForm(keptAs);
  const { formProps, field, failure, isBusy } = useAccountForm({
    rules: { name: (value) => nameError(value) ?? (value.trim() === name ? 'rule.unchanged' : undefined) },
    send: async (values) => {
      await saveName(values.name.trim());
      await finish('done.updated');
    },
    failureWords: { otherwise: 'failure.update' },
    keptAs,
    takesFocus: true,
  });
  return (
    <form {...formProps}>
      <TextField
        {...field('name')}
        label={t('field.name')}
        hint={t('field.nameHint')}
        autoComplete="nickname"
        defaultValue={name}
      />
      <FormFailure text={failure} />
      <FormEnd submit={t('action.save')} isBusy={isBusy} onCancel={close} />
    </form>
  );
}
