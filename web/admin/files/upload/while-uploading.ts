let running = 0;

/** Makes the browser ask before unloading the page, until the returned function is called. */
export function preventUnload(): () => void {
  running += 1;
  if (running === 1) window.addEventListener('beforeunload', ask);
  return () => {
    running -= 1;
    if (running === 0) window.removeEventListener('beforeunload', ask);
  };
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
