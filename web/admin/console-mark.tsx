import { Wordmark } from '../ui/wordmark.tsx';
import { PRODUCT, useConsole } from './ui/console-context.ts';

/** The name at the top of the console. */
export function ConsoleMark() {
  const { siteName, logoUrl } = useConsole();
  return <Wordmark name={siteName} logoUrl={logoUrl} isDrawn={siteName === PRODUCT.siteName} />;
}
