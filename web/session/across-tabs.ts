/** Key under which `amazon-cognito-identity-js` stores the current user. */
const LAST_USER_KEY = /^CognitoIdentityServiceProvider\..+\.LastAuthUser$/;

/** Calls the listener when another tab signs in or out; `storage` events do not fire in the tab that writes. */
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
