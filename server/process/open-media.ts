import type { Config } from '../config.ts';
import type { MediaTools } from '../media/index.ts';
import { noteFilesChanged } from '../publishing/index.ts';

type Given = Omit<MediaTools, 'mediaUrl' | 'publicUrl' | 'onFilesChanged'> & { readonly config: Config };

export function mediaToolsOf({ config, ...tools }: Given): MediaTools {
  const { mediaUrl, publicUrl } = config;
  return { ...tools, mediaUrl, publicUrl, onFilesChanged: noteFilesChanged };
}
