import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActorIfKnown } from '../../session/actor.ts';
import { type Flag, palette, shortcutHelp } from '../ui/flag.ts';
import { notifyProblem } from '../ui/notify.tsx';
import { useShortcuts } from '../ui/shortcuts.ts';
import { loadConsoleTexts } from './console-texts.ts';

interface PartProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function LazyParts() {
  // The palette depends on the user's permissions.
  const isActorKnown = useActorIfKnown() !== undefined;
  useShortcuts({
    title: 'shortcuts.everywhere',
    shortcuts: [
      { combo: 'mod+k', label: 'shortcuts.palette', run: () => palette.set(true) },
      { combo: '?', label: 'shortcuts.help', run: () => shortcutHelp.set(true) },
    ],
  });
  return (
    <>
      <LazyPart flag={palette} load={loadPalette} isReady={isActorKnown} />
      <LazyPart flag={shortcutHelp} load={loadShortcutHelp} isReady={true} />
    </>
  );
}

type Load = () => Promise<ComponentType<PartProps>>;

const loadPalette: Load = async () => (await import('../palette/palette.tsx')).Palette;
const loadShortcutHelp: Load = async () => (await import('../shortcuts/shortcut-help.tsx')).ShortcutHelp;

interface LazyPartProps {
  readonly flag: Flag;
  readonly load: Load;
  readonly isReady: boolean;
}

function LazyPart({ flag, load, isReady }: LazyPartProps) {
  const { i18n } = useTranslation('console');
  const isOpen = flag.use();
  const [loaded, setLoaded] = useState<{ Part: ComponentType<PartProps> }>();
  useEffect(() => {
    if (!isOpen || loaded) return;
    Promise.all([load(), loadConsoleTexts(i18n)]).then(
      ([Part]) => setLoaded({ Part }),
      () => {
        flag.set(false);
        notifyProblem('failure.noAnswer');
      },
    );
  }, [isOpen, loaded, flag, load, i18n]);
  // Mounts closed and opens afterwards, so that it can restore the focus when it closes.
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(loaded !== undefined && isReady), [loaded, isReady]);
  return loaded && isReady && <loaded.Part isOpen={isThere && isOpen} onClose={() => flag.set(false)} />;
}
