import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface BreakableLine {
  readonly url: string;
  cut(): Promise<void>;
  freeze(): void;
  /** Stops forwarding on current connections only; new ones work. */
  hold(): void;
  /** Closes all connections. On new ones forwards the login, but no queries. */
  takeLoginsOnly(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** First bytes of PostgreSQL query messages: Query and Parse. */
const ASKING: ReadonlySet<number> = new Set([0x51, 0x50]);

interface LineOptions {
  /** Text replaced in client messages, by text of the same length. */
  readonly replacements?: Readonly<Record<string, string>>;
}

export async function breakableLine(url: string, { replacements = {} }: LineOptions = {}): Promise<BreakableLine> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const held = new WeakSet<Socket>();
  let isFrozen = false;
  let areLoginsOnly = false;
  const serve = () =>
    createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const [socket, other, words] of [
        [near, far, replacements],
        [far, near, {}],
      ] as const) {
        sockets.add(socket);
        socket.on('data', (data) => {
          if (areLoginsOnly && socket === near && ASKING.has(data[0] ?? 0)) held.add(socket);
          if (!isFrozen && !held.has(socket)) other.write(withReplacements(data, words));
        });
        socket.on('error', () => {});
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
      }
    });
  let server = serve().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address() as AddressInfo;
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    endAll();
    await closed;
  };
  const line = new URL(url);
  line.host = `127.0.0.1:${at.port}`;
  return {
    url: String(line),
    cut,
    freeze: () => {
      isFrozen = true;
    },
    hold: () => {
      for (const socket of sockets) held.add(socket);
    },
    takeLoginsOnly: () => {
      areLoginsOnly = true;
      endAll();
    },
    restore: async () => {
      isFrozen = false;
      areLoginsOnly = false;
      endAll();
      if (server.listening) return;
      server = serve().listen(at.port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: cut,
  };
}

function withReplacements(data: Buffer, words: Readonly<Record<string, string>>): Buffer {
  let text = data.toString('latin1');
  for (const [word, other] of Object.entries(words)) {
    if (word.length !== other.length) throw new Error(`${word} and ${other} differ in length`);
    text = text.replaceAll(word, other);
  }
  return Buffer.from(text, 'latin1');
}
