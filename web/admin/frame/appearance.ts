import { useMantineColorScheme } from '@mantine/core';
import { storeTheme } from '../../ui/theme.ts';

export const appearances = ['auto', 'light', 'dark'] as const;
type Appearance = (typeof appearances)[number];

export function useAppearance(): readonly [Appearance, (appearance: Appearance) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return [
    colorScheme,
    (appearance) => {
      setColorScheme(appearance);
      storeTheme(appearance === 'auto' ? undefined : appearance);
    },
  ];
}
