declare module '*.json?first' {
  const texts: Record<string, unknown>;
  // biome-ignore lint/style/noDefaultExport: a module of JSON has one
  export default texts;
}
