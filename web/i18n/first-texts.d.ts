declare module '*.json?first' {
  const texts: Record<string, unknown>;
  // biome-ignore lint/style/noDefaultExport: JSON modules have a default export
  export default texts;
}
