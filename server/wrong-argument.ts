/** What is wrong with the arguments of a process, in a sentence; nothing where an error is about something else. */
export function wrongArgumentOf(error: unknown): string | undefined {
  if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')))
    return undefined;
  // What Node.js adds is advice for arguments that begin with a hyphen, which is rarely what was meant.
  const [sentence] = error.message.split(/\.\s+(?=(?:To|Did|This) )/, 1);
  return `${sentence}.`;
}
