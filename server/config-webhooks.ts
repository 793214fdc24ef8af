import type { ReadVariable } from './config-variables.ts';
import type { ReceiverRules } from './webhooks/index.ts';

export function readWebhooks(read: ReadVariable): ReceiverRules {
  return {
    privateHosts: read<readonly string[]>({
      name: 'WEBHOOK_PRIVATE_HOSTS',
      expected: 'host names or addresses separated by commas, such as `hooks.internal,10.0.0.5:8080`',
      fallback: [],
      parse: asHosts,
    }),
  };
}

/** In the form that URLs have, so that whichever way a receiver is written is compared with it. */
function asHosts(text: string): string[] | undefined {
  const hosts = text
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  const read = hosts.map((host) => (URL.canParse(`https://${host}`) ? new URL(`http://${host}`) : undefined));
  const isRight = read.every((url, at) => url?.pathname === '/' && !/[/?#@]/.test(hosts[at] ?? ''));
  return isRight ? read.map((url) => (url as URL).host) : undefined;
}

/** In development, receivers on the machine itself are called as well. */
export function withLocalReceivers({ privateHosts }: ReceiverRules): ReceiverRules {
  return { privateHosts: [...privateHosts, 'localhost', '127.0.0.1', '[::1]'] };
}
