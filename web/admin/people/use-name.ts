import { accountApi } from '#contract/account.ts';
import { backgroundCall } from '../../session/console-call.ts';
import { useLoaded } from '../ui/use-loaded.ts';

const requests = new Map<string, Promise<string>>();

export function forgetNames(): void {
  requests.clear();
}

const MAX_CACHED = 200;

function nameOf(username: string): Promise<string> {
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

async function askForName(username: string): Promise<string> {
  const [named] = await backgroundCall(accountApi.names, { query: { usernames: username } });
  return named?.name ?? username;
}

export function useName(username: string): string {
  const { value } = useLoaded(username, async () => ({ username, name: await nameOf(username) }));
  // The username remains as fallback.
  return value?.username === username ? value.name : username;
}
