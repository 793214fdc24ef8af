import { Wordmark } from '../ui/wordmark.tsx';
import { useConsole } from './ui/console-context.ts';

export function ConsoleMark() {
  const { siteName, logoUrl } = useConsole();
  return <Wordmark name={siteName} logoUrl={logoUrl} />;
}
