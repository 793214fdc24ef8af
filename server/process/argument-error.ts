export function wrongArgumentOf(error: unknown): string | undefined {
  if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')))
    return undefined;
  // Drops the hints of Node.js, which concern arguments beginning with a hyphen.
  const [sentence] = error.message.split(/\.\s+(?=(?:To|Did|This) )/, 1);
  return `${sentence}.`;
}
