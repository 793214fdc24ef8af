import { Button } from '@mantine/core';
import { Copy } from 'lucide-react';
import { copyText } from '../../ui/copy-text.ts';
import { notifyProblem, notifySuccess } from './notify.tsx';

export async function copyAndNotify(text: string): Promise<void> {
  if (await copyText(text)) notifySuccess('done.copied');
  else notifyProblem('posts.copyFailed');
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <Button variant="default" leftSection={<Copy />} onClick={() => void copyAndNotify(text)}>
      {label}
    </Button>
  );
}
