import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const SPECIFICATION = new URL('../docs/specification.md', import.meta.url);
const STATEMENTS = 385;
const SECURITY = new URL('../docs/security.md', import.meta.url);
/** `[file](../file) “part of a test title in it”` */
const PROOF = /^\[[^\]]+\]\((\.\.\/[^)]+)\) “([^”]+)”$/;
const DECISION = /^\[decision \d+\]\((decisions\/[^)]+)\)$/;
const REQUIREMENT = /^\| (\d+\.\d+\.\d+) \| \d \| [^|]+ \| ([^|]+) \| (.+) \|$/gm;
const LINK = /\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)(?: “([^”]+)”)?/g;

const MESSAGE_TESTS = ['../web/admin/messages.route.test.tsx', '../web/site/messages.route.test.tsx'];
/** The texts of the error catalogue, section 8, that pages and screens show. */
const MESSAGES = [
  'Error occurred',
  'Server error',
  'Errors Exist',
  'Service is unavailable',
  'Failed to get data from server',
  'Data is empty',
  'File is empty',
  'Same value',
  'Values not updated',
  'Edit failed',
  'Update failed',
  'Create failed',
  'Delete failed',
  'Upload failed',
  'Send comment failed',
  'Sign In failed',
  'Sign Out failed',
  'Sign Up Failed',
  'Sign Anonymously failed',
  'Verify Email Failed',
  'Already in use',
  'Email address is already in use',
  'Email or passwords do not match our records',
  'This account is already associated with another user',
  'Your email is not verified, check the verification mail',
  'Failed to copy',
  'Correct inputs with error',
  'User is not authenticated',
  'Network error',
  'Updated',
  'Create completed',
  'Edit completed',
  'Sign Up Completed',
  'Email verification is complete',
  'Password updated',
  'Deleted',
  'Copied',
  'Signed out',
  'Is it OK?',
  'Are you sure you want to delete?',
  'Unauthorized',
  'Forbidden',
  'Not Found',
  'Invalid input',
];

test('every proof of the specification exists', async () => {
  const page = await readFile(SPECIFICATION, 'utf8');
  const rows = page.matchAll(/^\| (.+) \| (.+) \|$/gm);
  const wrong: string[] = [];
  let statements = 0;
  for (const [, statement, cell = ''] of rows) {
    if (statement === 'Statement' || statement === ':---') continue;
    statements += 1;
    for (const proof of cell.split('<br>')) if (!(await exists(proof))) wrong.push(`${statement}: ${proof}`);
  }
  expect(wrong).toEqual([]);
  // The page was compared with the specification when it had this many statements.
  expect(statements).toBeGreaterThanOrEqual(STATEMENTS);
});

test('every message of the specification is provoked in a test', async () => {
  const sources = await Promise.all(MESSAGE_TESTS.map((path) => readFile(new URL(path, SPECIFICATION), 'utf8')));
  const isProvoked = (message: string) => sources.some((source) => source.includes(`'${message}`));
  expect(MESSAGES.filter((message) => !isProvoked(message))).toEqual([]);
});

test('every proof of a security requirement exists', async () => {
  const page = await readFile(SECURITY, 'utf8');
  const wrong: string[] = [];
  for (const [link, path = '', title = ''] of page.matchAll(LINK)) {
    if (!(await holds(path, title))) wrong.push(link);
  }
  for (const [, id, status, cell = ''] of page.matchAll(REQUIREMENT)) {
    if (status === 'Met, by test' && !cell.includes('“')) wrong.push(`${id} names no test`);
  }
  expect(wrong).toEqual([]);
});

async function exists(proof: string): Promise<boolean> {
  const [, path, title = ''] = PROOF.exec(proof) ?? DECISION.exec(proof) ?? [];
  return path !== undefined && holds(path, title);
}

async function holds(path: string, text: string): Promise<boolean> {
  const content = await readFile(new URL(path, SPECIFICATION), 'utf8').catch(() => undefined);
  return content?.includes(text) ?? false;
}
