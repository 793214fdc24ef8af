import type { ReceiverRules } from '../webhooks/index.ts';
import type { ReadVariable } from './variables.ts';

export function readWebhooks(read: ReadVariable): ReceiverRules {
  return {
    privateHosts: read<readonly string[]>('WEBHOOK_PRIVATE_HOSTS', {
      expected: 'host names or addresses separated by commas, such as `hooks.internal,10.0.0.5:8080`',
      fallback: [],
      parse: asHosts,
    }),
  };
}

function asHosts(text: string): string[] | undefined {
  const hosts = text
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '')
    .map(asHost);
  return hosts.every((host) => host !== undefined) ? hosts : undefined;
}

/** Keeps an explicit port 80, which URLs omit. */
function asHost(text: string): string | undefined {
  const { name = '', port } = /^(?<name>\[[^\]]*\]|[^[\]:/?#@\\]+)(?::(?<port>\d{1,5}))?$/.exec(text)?.groups ?? {};
  if (name === '' || !URL.canParse(`http://${name}`)) return undefined;
  const { hostname } = new URL(`http://${name}`);
  if (port === undefined) return hostname;
  return Number(port) > 0 && Number(port) < 65_536 ? `${hostname}:${Number(port)}` : undefined;
}

export function withLocalReceivers({ privateHosts }: ReceiverRules): ReceiverRules {
  return { privateHosts: [...privateHosts, 'localhost', '127.0.0.1', '[::1]'] };
}
