import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '../ui/console-form.tsx';
import { type AllAccounts, allAccounts } from './user-list-state.ts';

export interface AccountFilterProps {
  readonly state: AllAccounts;
  readonly onRun: (wanted: AllAccounts) => void;
}

export function AccountFilter({ state, onRun }: AccountFilterProps) {
  const { t } = useTranslation('console');
  const [email, setEmail] = useState(state.email);
  const [status, setStatus] = useState(state.status);

  useEffect(() => {
    setEmail(state.email);
    setStatus(state.status);
  }, [state.email, state.status]);

  function run(event: SubmitEvent): void {
    event.preventDefault();
    onRun({ ...allAccounts, email: email.trim(), status });
  }

  function reset(): void {
    // Resets the fields explicitly, because the address does not change when nothing was searched for.
    setEmail(allAccounts.email);
    setStatus(allAccounts.status);
    onRun(allAccounts);
  }

  return (
    <ConsoleForm isSearch className="list-tools" onSubmit={run}>
      <TextInput
        className="grows"
        label={t('users.emailBegins')}
        type="search"
        value={email}
        maxLength={254}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => setEmail(target.value)}
      />
      <NativeSelect
        label={t('users.status')}
        value={status ?? ''}
        data={[
          { value: '', label: t('users.anyStatus') },
          { value: 'enabled', label: t('users.enabled') },
          { value: 'disabled', label: t('users.state.disabled') },
        ]}
        onChange={({ target }) => setStatus(target.value === '' ? undefined : (target.value as AllAccounts['status']))}
      />
      <Button type="submit">{t('posts.filter.run')}</Button>
      <Button variant="default" onClick={reset}>
        {t('posts.filter.reset')}
      </Button>
    </ConsoleForm>
  );
}
