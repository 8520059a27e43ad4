// Ends with npm: the shell that npm puts between itself and a script dies of SIGTERM without passing it on.
const checkEveryMs = 250;

/** Sends this process the signal that its npm got. Outside npm it does nothing. */
export const followNpm = () => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, checkEveryMs);
  timer.unref();
};
