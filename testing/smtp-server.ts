import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { generate } from 'selfsigned';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface ReceivedMail {
  readonly recipients: readonly string[];
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
  readonly source: string;
  readonly parsed: Email;
}

export interface TestSmtpServer {
  readonly port: number;
  /** CA certificate, encoded for a URL; empty without TLS. */
  readonly ca: string;
  readonly received: ReceivedMail[];
  stop(): Promise<void>;
}

export interface SmtpServerChoices {
  readonly encryption?: 'none' | 'starttls' | 'tls';
  readonly user?: { readonly name: string; readonly password: string };
  readonly port?: number;
  readonly reject?: { readonly at: 'recipient' | 'data'; readonly code: number; readonly text: string };
}

export async function smtpServer(choices: SmtpServerChoices = {}): Promise<TestSmtpServer> {
  const { encryption = 'none', user, port = 0, reject } = choices;
  const certificate = encryption === 'none' ? undefined : await newCertificate();
  const received: ReceivedMail[] = [];
  const rejection = reject && Object.assign(new Error(reject.text), { responseCode: reject.code });
  const options: SMTPServerOptions = {
    secure: encryption === 'tls',
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(user ? [] : ['AUTH']), ...(encryption === 'none' ? ['STARTTLS'] : [])],
    ...(certificate && { key: certificate.private, cert: certificate.cert }),
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      user && username === user.name && password === user.password
        ? done(null, { user: username })
        : done(new Error('Invalid username or password')),
    onRcptTo: (_address, _session, done) => done(reject?.at === 'recipient' ? rejection : null),
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = await Array.fromAsync(stream);
      if (reject?.at === 'data') return done(rejection);
      const source = Buffer.concat(chunks).toString('latin1');
      received.push({
        recipients: session.envelope.rcptTo.map(({ address }) => address),
        isEncrypted: Boolean(session.secure),
        user: (session.user || undefined) as string | undefined,
        source,
        parsed: await PostalMime.parse(Buffer.concat(chunks)),
      });
      done(null);
    },
  };
  const server = new SMTPServer(options);
  // Clients that distrust the certificate close the connection.
  server.on('error', () => {});
  const listening = server.listen(port, '127.0.0.1');
  if (!listening.listening) await once(listening, 'listening');
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(stop);
  const address = listening.address() as AddressInfo;
  return { port: address.port, ca: encodeURIComponent(certificate?.cert ?? ''), received, stop };
}

let certificate: ReturnType<typeof generate> | undefined;

function newCertificate(): ReturnType<typeof generate> {
  certificate ??= generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  return certificate;
}
