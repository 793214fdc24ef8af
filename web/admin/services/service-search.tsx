import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/empty-state.tsx';
import { matchingServices } from '../ui/service-checks.tsx';
import { ServiceTable, type ServiceTableProps } from './service-table.tsx';

const MANY = 12;

export function ServiceSearch({ services, accepted }: ServiceTableProps) {
  const { t } = useTranslation('console');
  const [words, setWords] = useState('');
  const shown = matchingServices(services, words);
  return (
    <>
      {services.length > MANY && (
        <div className="list-tools">
          <TextInput
            className="grows"
            type="search"
            label={t('users.filterServices')}
            value={words}
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setWords(target.value)}
          />
          <p className="count" role="status">
            {shown.length < services.length && t('users.count', { shown: shown.length, all: services.length })}
          </p>
        </div>
      )}
      {shown.length > 0 ? (
        <ServiceTable services={shown} accepted={accepted} />
      ) : (
        <EmptyState title={t('empty.list')} />
      )}
    </>
  );
}
