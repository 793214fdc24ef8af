import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { consolePolicy, pinInlineScripts } from './content-security-policy.server.ts';

const NONCE = 'c2VjcmV0';
const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
const scriptSources = (policy: string) => /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ');

test('hashes inline scripts and removes the nonce', () => {
  const { html, policy } = pinInlineScripts(`<p>Hi</p><script nonce="${NONCE}">run()</script>`, NONCE);
  expect(html).toBe('<p>Hi</p><script>run()</script>');
  expect(scriptSources(policy)).toEqual(["'self'", hashOf('run()')]);
});

test('preserves attributes around the nonce and line breaks in scripts', () => {
  const source = 'import * as a from "/a.js";\nrun("é", "瓦版");\n';
  const { html, policy } = pinInlineScripts(
    `<script type="module" nonce="${NONCE}" async="">${source}</script>`,
    NONCE,
  );
  expect(html).toBe(`<script type="module" async="">${source}</script>`);
  expect(scriptSources(policy)).toEqual(["'self'", hashOf(source)]);
});

test('excludes scripts injected through content', () => {
  const { policy } = pinInlineScripts(
    `<script>steal()</script><script nonce="guessed">steal()</script><script nonce="${NONCE}">run()</script>`,
    NONCE,
  );
  expect(scriptSources(policy)).toEqual(["'self'", hashOf('run()')]);
});

test('skips external scripts and hashes duplicate scripts once', () => {
  const inline = `<script nonce="${NONCE}">run()</script>`;
  const { policy } = pinInlineScripts(`<script nonce="${NONCE}" src="/a.js"></script>${inline}${inline}`, NONCE);
  expect(scriptSources(policy)).toEqual(["'self'", hashOf('run()')]);
});

test('renders with different nonces give identical bytes', () => {
  const page = (nonce: string) => pinInlineScripts(`<script nonce="${nonce}">run()</script>`, nonce);
  expect(page('first')).toEqual(page('second'));
});

test('console policy allows scripts with its nonce', () => {
  expect(scriptSources(consolePolicy(NONCE))).toEqual(["'self'", `'nonce-${NONCE}'`]);
});

test('policies allow connections to a hosted user pool only', () => {
  const origins = ['https://cognito-idp.eu-west-1.amazonaws.com'];
  const allowed = `connect-src 'self' ${origins[0]};`;
  expect(consolePolicy(NONCE, origins)).toContain(allowed);
  expect(pinInlineScripts('<p>Hi</p>', NONCE, origins).policy).toContain(allowed);
  expect(consolePolicy(NONCE)).toContain("connect-src 'self';");
});

test('console policy allows uploads to external storage', () => {
  const policy = consolePolicy(NONCE, ['https://pool.example.com'], ['https://media.s3.eu-west-1.amazonaws.com']);
  expect(policy).toContain("connect-src 'self' https://pool.example.com https://media.s3.eu-west-1.amazonaws.com;");
});

test('public policy allows reCAPTCHA only where configured', () => {
  const sources = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'];
  const { policy } = pinInlineScripts('<p>Hi</p>', NONCE, [], sources);
  expect(scriptSources(policy)).toEqual(["'self'", ...sources]);
  expect(policy).toContain(`frame-src ${sources.join(' ')};`);
  expect(policy).toContain(`connect-src 'self' ${sources.join(' ')};`);
  expect(pinInlineScripts('<p>Hi</p>', NONCE).policy).toContain("frame-src 'none';");
  expect(consolePolicy(NONCE)).toContain("frame-src 'self';");
});

test('console policy alone allows an external editor', () => {
  const policy = consolePolicy(NONCE, [], [], ['https://cdn.tiny.cloud']);
  for (const name of ['script-src', 'style-src', 'connect-src', 'default-src']) {
    expect(new RegExp(`${name} [^;]*https://cdn\\.tiny\\.cloud`).test(policy)).toBe(true);
  }
  expect(consolePolicy(NONCE)).not.toContain('tiny');
  expect(consolePolicy('n', [], [], ['https://cdn.example'])).toContain("img-src 'self' data: https: http: blob:;");
  expect(consolePolicy('n')).not.toContain('blob:');
});
