import { useTranslation } from 'react-i18next';
import { accountApi, IMPORT_ACTOR } from '#contract/account.ts';
import { backgroundCall } from '../../session/console-call.ts';
import { useLoaded } from '../ui/use-loaded.ts';

const requests = new Map<string, Promise<string | undefined>>();

export function forgetNames(): void {
  requests.clear();
}

const MAX_CACHED = 200;

function nameOf(username: string): Promise<string | undefined> {
  const known = requests.get(username);
  if (known) return known;
  if (requests.size >= MAX_CACHED) requests.clear();
  const name = askForName(username).catch((error: unknown) => {
    requests.delete(username);
    throw error;
  });
  requests.set(username, name);
  return name;
}

async function askForName(username: string): Promise<string | undefined> {
  const [named] = await backgroundCall(accountApi.names, { query: { usernames: username } });
  return named?.name;
}

export function useName(username: string): string {
  const { t } = useTranslation('console');
  const { value } = useLoaded(username, async () => ({ username, name: await nameOf(username) }));
  const fallback = username === IMPORT_ACTOR ? t('overview.importer') : username;
  return (value?.username === username ? value.name : undefined) ?? fallback;
}
