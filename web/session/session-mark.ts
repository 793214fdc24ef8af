const LAST_USER_KEY = /^CognitoIdentityServiceProvider\..+\.LastAuthUser$/;

/** `storage` events do not fire in the tab that writes. */
export function onSessionChange(listener: (isSignedIn: boolean) => void): () => void {
  const onStorage = ({ key, newValue, oldValue }: StorageEvent) => {
    // `clear()` fires an event without a key.
    const isSession = key === null || LAST_USER_KEY.test(key);
    if (isSession && newValue !== oldValue) listener(newValue !== null);
    else if (key === null) listener(false);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

interface SessionMark {
  readonly isSignedIn: boolean;
  /** Shows the link to the console. For display only: the server checks access. */
  readonly isForConsole: boolean;
}

const CONSOLE_ROLES = ['admin', 'editor', 'viewer'];

export function readSessionMark(clientId: string, storage: Pick<Storage, 'getItem'>): SessionMark {
  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  const username = storage.getItem(`${prefix}.LastAuthUser`);
  if (!username) return { isSignedIn: false, isForConsole: false };
  const role = roleIn(storage.getItem(`${prefix}.${username}.idToken`) ?? '');
  return { isSignedIn: true, isForConsole: CONSOLE_ROLES.includes(role) };
}

function roleIn(idToken: string): string {
  try {
    const claims = JSON.parse(atob((idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return String(claims['custom:role'] ?? '');
  } catch {
    return '';
  }
}

export function markSession(clientId: string): void {
  const { isSignedIn, isForConsole } = readStored(clientId);
  const { dataset } = document.documentElement;
  dataset.session = isSignedIn ? 'in' : 'out';
  if (isForConsole) dataset.console = '';
  else delete dataset.console;
}

function readStored(clientId: string): SessionMark {
  try {
    return readSessionMark(clientId, localStorage);
  } catch {
    return { isSignedIn: false, isForConsole: false };
  }
}

/**
 * Sets `data-session` before first paint. Pages are cached for everybody, so a script sets attributes of the root
 * element from the tokens in `localStorage`, and the style sheet shows the matching links.
 * `<` is escaped in the key, so that it cannot close the script element.
 */
export function sessionMarkScript(clientId: string): string {
  const key = JSON.stringify(`CognitoIdentityServiceProvider.${clientId}.LastAuthUser`).replaceAll('<', '\\u003c');
  return `try{document.documentElement.dataset.session=localStorage.getItem(${key})?'in':'out'}catch{document.documentElement.dataset.session='out'}`;
}
