import { useEffect, useState } from 'react';
import { accountApi } from '#contract/account.ts';
import { backgroundCall } from '../../session/console-call.ts';

/** Asked for once while the console is open; a failure is not kept. */
const asked = new Map<string, Promise<string>>();

/** Asks for every name again, as after a reload. */
export function forgetNames(): void {
  asked.clear();
}

/** Names kept at once; more are asked for again. */
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

/** How somebody is called who wrote something; until that is known, and where nobody knows, the user name. */
export function useName(username: string): string {
  const [named, setNamed] = useState({ username, name: username });
  useEffect(() => {
    let isWanted = true;
    nameOf(username).then(
      (name) => isWanted && setNamed({ username, name }),
      // The user name says who it is, if not as well.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [username]);
  return named.username === username ? named.name : username;
}
