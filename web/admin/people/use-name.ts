import { useEffect, useState } from 'react';
import { accountApi } from '#contract/account.ts';
import { backgroundCall } from '../../session/console-call.ts';

/** Requested names by username. Failed requests are removed. */
const asked = new Map<string, Promise<string>>();

export function forgetNames(): void {
  asked.clear();
}

/** Cache size; a full cache is cleared. */
const MAX_KEPT = 200;

function nameOf(username: string): Promise<string> {
  const known = asked.get(username);
  if (known) return known;
  if (asked.size >= MAX_KEPT) asked.clear();
  const name = askForName(username).catch((error: unknown) => {
    asked.delete(username);
    throw error;
  });
  asked.set(username, name);
  return name;
}

async function askForName(username: string): Promise<string> {
  const [named] = await backgroundCall(accountApi.names, { query: { usernames: username } });
  return named?.name ?? username;
}

export function useName(username: string): string {
  const [named, setNamed] = useState({ username, name: username });
  useEffect(() => {
    let isWanted = true;
    nameOf(username).then(
      (name) => isWanted && setNamed({ username, name }),
      // The username remains as fallback.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [username]);
  return named.username === username ? named.name : username;
}
