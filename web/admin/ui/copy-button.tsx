import { Button } from '@mantine/core';
import { Copy } from 'lucide-react';
import { copyText } from '../../ui/copy-text.ts';
import { notifyProblem, notifySuccess } from './notify.tsx';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    if (await copyText(text)) notifySuccess('done.copied');
    else notifyProblem('posts.copyFailed');
  };
  return (
    <Button variant="default" leftSection={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
      {label}
    </Button>
  );
}
