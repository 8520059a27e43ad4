// What an upload needs of the browser: time, the line's return, and one tab at a time.

/** Waits, but not longer than until the browser is online again. */
export const waitForLine = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      window.removeEventListener('online', back);
      signal.removeEventListener('abort', leave);
      settle();
    };
    const back = () => end(resolve);
    const leave = () => end(() => reject(new DOMException('Given up.', 'AbortError')));
    const timer = setTimeout(back, ms);
    window.addEventListener('online', back);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
  });

/** Pages served without TLS have no locks; there two tabs may send the same parts twice, which does no harm. */
export const ownInThisTab = (id: string, signal: AbortSignal): Promise<() => void> =>
  new Promise((resolve, reject) => {
    if (!navigator.locks) {
      resolve(() => undefined);
      return;
    }
    navigator.locks
      .request(`partbook-upload-${id}`, { signal }, () => new Promise<void>((release) => resolve(release)))
      .catch(reject);
  });
