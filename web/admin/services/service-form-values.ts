import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { ServiceDetail } from '#contract/admin-services.ts';
import { messages } from '#contract/errors.ts';
import {
  type ConfigName,
  defaultServiceConfigs,
  MAX_BLOCKED_WORDS,
  MAX_COMMENT_LINKS,
  MAX_FOOTER_TEXT,
  MAX_MEGABYTES,
  MAX_SITE_DESCRIPTION,
  MAX_SITE_LINKS,
  ServiceConfigsInput,
} from '#contract/service-configs.ts';
import { NewServiceId, type ServiceFunction, ServiceLabel } from '#contract/services.ts';
import type { ConsoleKey } from '../ui/failure-text.ts';
import { useValidateOnBlur } from '../ui/use-validate-on-blur.ts';

export const configsOf = {
  post: [
    'outerSiteUrl',
    'frontendPostDetailUrlPrefix',
    'mediaUploadAcceptMimetypesImage',
    'mediaUploadImageSizes',
    'mediaUploadSizeLimitMBImage',
    'mediaUploadAcceptMimetypesFile',
    'mediaUploadSizeLimitMBFile',
  ],
  comment: ['commentDefaultPublishStatus', 'commentBlockedWords', 'commentMaxLinks', 'commentProofOfWork'],
} as const satisfies Record<ServiceFunction, readonly ConfigName[]>;

const siteConfigs = [
  'siteDescription',
  'siteLogoUrl',
  'siteDarkLogoUrl',
  'siteFaviconUrl',
  'siteAccentColor',
  'siteLanguage',
  'siteListLayout',
  'siteFonts',
  'siteHeaderLinks',
  'siteFooterLinks',
  'siteFooterText',
] as const satisfies readonly ConfigName[];

/** Lists with one item per line, since items may contain commas. */
const lineConfigs: readonly ConfigName[] = ['commentBlockedWords', 'siteHeaderLinks', 'siteFooterLinks'];

/** Settings are text: lists are comma-separated or one per line. */
export type ServiceFormValues = {
  readonly serviceId: string;
  readonly label: string;
  readonly post: boolean;
  readonly comment: boolean;
  readonly revision: number;
} & Readonly<Record<ConfigName, string>>;

export const fieldsInOrder: readonly (keyof ServiceFormValues)[] = [
  'serviceId',
  'label',
  ...siteConfigs,
  ...configsOf.post,
  ...configsOf.comment,
];

type ConfigValue = string | number | boolean | readonly string[];

function toText(name: ConfigName, value: ConfigValue): string {
  if (typeof value !== 'object') return String(value);
  return value.join(lineConfigs.includes(name) ? '\n' : ', ');
}

/** Sends settings as text, which the contract parses, except lists of lines. */
function toSent(name: ConfigName, typed: string): string | readonly string[] {
  return lineConfigs.includes(name) ? toLines(typed) : typed;
}

export function toLines(typed: string): readonly string[] {
  const lines = typed.split('\n').map((line) => line.trim());
  return [...new Set(lines)].filter((line) => line !== '');
}

export function defaultTexts(
  settings: readonly { readonly configName: string; readonly configVal: ConfigValue }[],
): Record<ConfigName, string> {
  const storedConfigs = Object.fromEntries(settings.map(({ configName, configVal }) => [configName, configVal]));
  return toTexts({ ...defaultServiceConfigs, ...storedConfigs });
}

export function newServiceValues(defaults: Record<ConfigName, string>): ServiceFormValues {
  return { serviceId: '', label: '', post: true, comment: false, revision: 0, ...defaults };
}

export function serviceValues({ serviceId, label, functions, revision, configs }: ServiceDetail): ServiceFormValues {
  return {
    serviceId,
    label,
    post: functions.includes('post'),
    comment: functions.includes('comment'),
    revision,
    ...toTexts(configs),
  };
}

function toTexts(configs: Record<ConfigName, ConfigValue>): Record<ConfigName, string> {
  const texts = Object.entries(configs).map(([name, value]) => [name, toText(name as ConfigName, value)]);
  return Object.fromEntries(texts) as Record<ConfigName, string>;
}

/** Returns the request body with settings of the site and of enabled functions. Other settings do not change. */
export function toServiceChange(values: ServiceFormValues) {
  const functions = (['post', 'comment'] as const).filter((each) => values[each]);
  const names: readonly ConfigName[] = [...siteConfigs, ...functions.flatMap((each) => configsOf[each])];
  const configs = Object.fromEntries(names.map((name) => [name, toSent(name, values[name])]));
  return { label: values.label, functions, configs: configs as Partial<z.input<typeof ServiceConfigsInput>> };
}

export function toServiceUpdate(values: ServiceFormValues, change: Partial<ServiceFormValues>) {
  const { label, functions, configs } = toServiceChange(values);
  const changed = Object.entries(configs).filter(([name]) => name in change);
  return {
    ...('label' in change && { label }),
    ...(('post' in change || 'comment' in change) && { functions }),
    ...(changed.length > 0 && { configs: Object.fromEntries(changed) as typeof configs }),
  };
}

type Checks = { readonly [Name in keyof ServiceFormValues]?: (values: ServiceFormValues) => ConsoleKey | undefined };

/** Settings of disabled functions are not validated. */
export const serviceErrors: Checks = {
  serviceId: ({ serviceId }) => errorOf(NewServiceId, serviceId, 'services.error.serviceId'),
  label: ({ label }) => errorOf(ServiceLabel, label.trim(), 'services.error.label'),
  ...configChecks(siteConfigs, () => true),
  ...configChecks(configsOf.post, ({ post }) => post),
  ...configChecks(configsOf.comment, ({ comment }) => comment),
};

function configChecks(names: readonly ConfigName[], isShown: (values: ServiceFormValues) => boolean): Checks {
  return Object.fromEntries(
    names.map((name) => [
      name,
      (values: ServiceFormValues) =>
        isShown(values) && !ServiceConfigsInput.shape[name].safeParse(toSent(name, values[name])).success
          ? (`services.error.${name}` as const)
          : undefined,
    ]),
  );
}

function errorOf(rule: z.ZodType, value: string, fieldError: ConsoleKey): ConsoleKey | undefined {
  if (value === '') return 'rule.required';
  return rule.safeParse(value).success ? undefined : fieldError;
}

export function boundsOf(name: keyof ServiceFormValues): { min: number; max: number } {
  if (name === 'label') return { min: 1, max: ServiceLabel.maxLength ?? 0 };
  if (name === 'siteDescription') return { min: 0, max: MAX_SITE_DESCRIPTION };
  if (name === 'siteFooterText') return { min: 0, max: MAX_FOOTER_TEXT };
  if (name === 'siteHeaderLinks' || name === 'siteFooterLinks') return { min: 0, max: MAX_SITE_LINKS };
  if (name === 'commentMaxLinks') return { min: 0, max: MAX_COMMENT_LINKS };
  if (name === 'commentBlockedWords') return { min: 0, max: MAX_BLOCKED_WORDS };
  return { min: 1, max: name === 'mediaUploadSizeLimitMBFile' ? MAX_MEGABYTES.file : MAX_MEGABYTES.image };
}

export function toggled(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list.filter((each) => each !== item) : [...list, item];
}

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
