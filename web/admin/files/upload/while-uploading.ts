let running = 0;

/** Has the browser ask before the page is closed or loaded again, until what is answered is called. */
export function keepPageOpen(): () => void {
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
