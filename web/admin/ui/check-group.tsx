import { Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceRecord } from '#contract/admin-services.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { useLanguage } from '../../i18n/language.ts';
import { sortByLabel } from '../../i18n/sort-by-label.ts';
import { containsText } from './filter-text.ts';

interface CheckGroupProps {
  readonly legend: string;
  /** Form path of the field, used to focus it after a validation error. */
  readonly name?: string | undefined;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

export function CheckGroup({ legend, name, error, children }: CheckGroupProps) {
  const errorId = useId();
  const ariaProps = error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': errorId };
  return (
    <fieldset data-path={name} {...ariaProps}>
      <legend>{legend}</legend>
      {children}
      {error !== undefined && (
        <p className="ui-size-13 ui-danger ui-above-2" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ServiceChecksProps {
  readonly legend: string;
  readonly services: readonly ServiceRecord[];
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (serviceId: string, isChosen: boolean) => void;
  readonly error?: string | undefined;
}

const MANY = 12;

export function ServiceChecks({ legend, services, chosen, onToggle, error }: ServiceChecksProps) {
  const { t } = useTranslation('console');
  const [words, setWords] = useState('');
  const language = useLanguage();
  const shown = sortByLabel(matchingServices(services, words), language, ({ label }) => label);
  return (
    <CheckGroup legend={legend} name="serviceIds" error={error}>
      {services.length > MANY && (
        <TextInput
          maw="26rem"
          my="xs"
          type="search"
          aria-label={t('users.filterServices')}
          placeholder={t('users.filterServices')}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      {shown.length === 0 && <p className="ui-quiet">{t(services.length === 0 ? 'services.empty' : 'empty.list')}</p>}
      <div className="checks ui-grid ui-gap-3-5">
        {shown.map(({ serviceId, label }) => (
          <Checkbox
            key={serviceId}
            label={
              <>
                <span lang={contentLanguage(label)}>{label}</span>
                <span className="check-id ui-note">{serviceId}</span>
              </>
            }
            checked={chosen.has(serviceId)}
            onChange={({ target }) => onToggle(serviceId, target.checked)}
          />
        ))}
      </div>
    </CheckGroup>
  );
}

export function matchingServices(services: readonly ServiceRecord[], words: string): readonly ServiceRecord[] {
  return services.filter(({ serviceId, label }) => containsText([serviceId, label], words));
}
