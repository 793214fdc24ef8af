import { useTranslation } from 'react-i18next';

const MIN_READING_SECONDS = 30;
const MAX_READING_SECONDS = 3600;

/** Undefined for posts that take less than half a minute. */
export function useReadingTime(readingSeconds = 0): string | undefined {
  const { t } = useTranslation();
  if (readingSeconds < MIN_READING_SECONDS) return undefined;
  if (readingSeconds > MAX_READING_SECONDS) return t('post.overAnHour');
  return t('post.minutes', { count: Math.ceil(readingSeconds / 60) });
}
