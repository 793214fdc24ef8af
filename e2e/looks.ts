/** What a reader may have before them: of language, theme and width every two together, in half of all combinations. */
export const looks = [
  { locale: 'en-US', colorScheme: 'light', width: 1280 },
  { locale: 'en-US', colorScheme: 'dark', width: 390 },
  { locale: 'ja-JP', colorScheme: 'light', width: 390 },
  { locale: 'ja-JP', colorScheme: 'dark', width: 1280 },
] as const;
