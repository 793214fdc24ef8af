import { type ChildProcess, spawn } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from './chromium.ts';

export function launchProduct(env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export async function launchChromium(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return await chromium.launch({ executablePath, args: chromiumArguments, env: { ...process.env, ...env } });
}
