import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineThemeOverride,
  mergeThemeOverrides,
} from '@mantine/core';
import { focusMenuButton } from './ui/refocus.ts';

const indigo = [
  '#e8f1f6',
  '#cfe2ec',
  '#a8cbdc',
  '#7fc0e0',
  '#4f9bc2',
  '#2a7aa5',
  '#1d6d98',
  '#165e83',
  '#114d6c',
  '#0c3a52',
] as const;
const vermilion = [
  '#fbeceb',
  '#f6d5d3',
  '#f3aca6',
  '#f0827a',
  '#d95f57',
  '#c24a42',
  '#bb3a34',
  '#b3312c',
  '#932724',
  '#701d1b',
] as const;

/** Warm grays instead of Mantine's neutral ones; the fourth shade is the border of fields. */
const gray = [
  '#f7f3ec',
  '#f2ede3',
  '#e8e1d5',
  '#dcd4c6',
  '#8f877c',
  '#7d756b',
  '#6b645c',
  '#57514a',
  '#3a3631',
  '#1d1b19',
] as const;
const dark = [
  '#ece7df',
  '#cfc8be',
  '#a39b90',
  '#8b8379',
  '#77706a',
  '#3a3631',
  '#1f1d1b',
  '#171614',
  '#12110f',
  '#0d0c0b',
] as const;

const theme = createTheme({
  white: '#fffdfa',
  black: '#1d1b19',
  colors: { indigo, vermilion, red: vermilion, blue: indigo, gray, dark },
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 5 },
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.6', lg: '1.6', xl: '1.6' },
  headings: {
    fontFamily: 'var(--font-text)',
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.35' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  radius: { xs: '2px', sm: '3px', md: '4px', lg: '6px', xl: '10px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver: (input) => {
    const resolved = defaultVariantColorsResolver(input);
    // Colored text on the page background keeps its contrast in both color schemes.
    const isTextOnBackground = ['subtle', 'transparent', 'outline', 'light'].includes(input.variant);
    const hasInk = input.color === undefined || Object.hasOwn(INKS, input.color);
    return isTextOnBackground && hasInk
      ? { ...resolved, color: `var(--mantine-color-${input.color ?? 'indigo'}-text)` }
      : resolved;
  },
});

export function themeWith(words: { close: string; showPassword: string }): MantineThemeOverride {
  const closeButtonProps = { 'aria-label': words.close };
  // Fields of the console are about other people and things than the user.
  const textProps = { autoComplete: 'off' };
  return mergeThemeOverrides(theme, {
    components: {
      ActionIcon: { defaultProps: { variant: 'subtle', size: 'lg' } },
      // Renders in place instead of in a portal, to stay inside its landmark and next to its button in reading order.
      Combobox: { defaultProps: { withinPortal: false, floatingStrategy: 'fixed' } },
      Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
      MenuDropdown: { defaultProps: { onClickCapture: focusMenuButton } },
      Modal: { defaultProps: { closeButtonProps } },
      // A header inside a dialog would be exposed as a second banner landmark.
      ModalHeader: { defaultProps: { component: 'div' } },
      Notification: { defaultProps: { closeButtonProps } },
      PasswordInput: {
        defaultProps: {
          visibilityToggleFocusable: true,
          visibilityToggleButtonProps: { 'aria-label': words.showPassword },
        },
      },
      TextInput: { defaultProps: textProps },
      Textarea: { defaultProps: textProps },
    },
  });
}

const INKS = { indigo: 'var(--indigo)', blue: 'var(--indigo)', vermilion: 'var(--vermilion)', red: 'var(--vermilion)' };

function inkVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(INKS).flatMap(([color, ink]) => [
      [`--mantine-color-${color}-text`, ink],
      [`--mantine-color-${color}-outline`, ink],
      [`--mantine-color-${color}-outline-hover`, `color-mix(in srgb, ${ink} 8%, transparent)`],
      [`--mantine-color-${color}-light`, `color-mix(in srgb, ${ink} 9%, var(--paper))`],
      [`--mantine-color-${color}-light-hover`, `color-mix(in srgb, ${ink} 15%, var(--paper))`],
      [`--mantine-color-${color}-light-color`, ink],
    ]),
  );
}

/** The same values serve both color schemes, because the design tokens switch by themselves. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const colors = {
    ...inkVariables(),
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--quiet)',
    '--mantine-color-placeholder': 'var(--quiet)',
    '--mantine-color-anchor': 'var(--indigo)',
    '--mantine-color-error': 'var(--vermilion)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--shade)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--edge)',
    '--mantine-color-disabled': 'var(--shade)',
    '--mantine-color-disabled-color': 'var(--quiet)',
    '--mantine-color-disabled-border': 'var(--hairline)',
  };
  return { variables: colors, light: colors, dark: colors };
};
