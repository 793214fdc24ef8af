import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { jsonFault } from './json-fault.ts';

export function JsonFaultText({ text }: { text: string }) {
  const { t } = useTranslation('console');
  const settled = useDeferredValue(text);
  const fault = useMemo(() => (settled.trim() === '' ? undefined : jsonFault(settled)), [settled]);
  return (
    <span className="write-and-preview-fault" role="status">
      {fault && t('posts.jsonFault', { line: fault.line, reason: t(`posts.jsonReasons.${fault.reason}`) })}
    </span>
  );
}
