interface Recaptcha {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

const PATIENCE_MS = 10_000;

let loading: Promise<void> | undefined;

/** Loads the reCAPTCHA script once. Called as late as possible for the visitor's privacy. */
export function loadRecaptcha(address: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      loading = undefined;
      script.remove();
      reject(new Error('reCAPTCHA cannot be loaded'));
    };
    document.head.append(script);
  });
  return loading;
}

/** Requests a token for one comment; resolves with undefined on errors and timeout. */
export async function askRecaptcha(address: string, siteKey: string): Promise<string | undefined> {
  const patience = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
  return Promise.race([execute(address, siteKey), patience]).catch(() => undefined);
}

async function execute(address: string, siteKey: string): Promise<string | undefined> {
  await loadRecaptcha(address);
  const { grecaptcha } = window;
  if (!grecaptcha) return undefined;
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return grecaptcha.execute(siteKey, { action: 'comment' });
}
