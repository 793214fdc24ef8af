/**
 * Which links of the site's header are for whoever sits at this browser. The page is the same for everybody, so a
 * script marks its root element, from what the user pool's library keeps here; the style sheet does the rest.
 */

export interface SessionMark {
  readonly isSignedIn: boolean;
  /** Whether the console is open to the account; the server decides in any case. */
  readonly isForConsole: boolean;
}

const CONSOLE_ROLES = ['admin', 'editor', 'viewer'];

/** What is stored says so; nobody is asked. */
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

/** Marks the page; a browser that keeps nothing has nobody signed in. */
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
 * The beginning of it as an inline script, before anything is painted: whether somebody is signed in at all.
 * A client id has no letters that mean something in a script.
 */
export function sessionMarkScript(clientId: string): string {
  const key = JSON.stringify(`CognitoIdentityServiceProvider.${clientId}.LastAuthUser`).replaceAll('<', '\\u003c');
  return `try{document.documentElement.dataset.session=localStorage.getItem(${key})?'in':'out'}catch{document.documentElement.dataset.session='out'}`;
}
