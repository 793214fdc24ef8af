/** Where the user pool's library keeps who signed in last. */
const LAST_USER_KEY = /^CognitoIdentityServiceProvider\..+\.LastAuthUser$/;

/** Tells when another tab signs in or out; browsers tell a tab nothing of what it stores itself. */
export function onSessionChange(listener: (isSignedIn: boolean) => void): () => void {
  const onStorage = ({ key, newValue, oldValue }: StorageEvent) => {
    // `clear()` has no key.
    const isSession = key === null || LAST_USER_KEY.test(key);
    if (isSession && newValue !== oldValue) listener(newValue !== null);
    else if (key === null) listener(false);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
