import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { messages } from '#contract/errors.ts';
import { useValidateOnBlur } from '../ui/use-validate-on-blur.ts';
import { boundsOf, type ServiceFormValues, serviceErrors } from './service-form-values.ts';

export type ServiceFormState = ReturnType<typeof useServiceForm>;

export function useServiceForm(initialValues: ServiceFormValues, takenIds: ReadonlySet<string>) {
  const { t } = useTranslation('console');
  return useForm<ServiceFormValues>({
    initialValues,
    ...useValidateOnBlur(),
    validate: (values) => {
      const fieldErrors = Object.entries(serviceErrors).flatMap(([name, check]) => {
        const fieldError = check(values);
        return fieldError ? [[name, t(fieldError, boundsOf(name as keyof ServiceFormValues))]] : [];
      });
      const takenError = takenIds.has(values.serviceId) ? { serviceId: t(`msg.${messages.serviceIdTaken}`) } : {};
      return { ...Object.fromEntries(fieldErrors), ...takenError };
    },
  });
}
