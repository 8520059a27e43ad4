// Node 20 hands no module loader on to a thread: it registers its own before it reads TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('./separation-thread.ts');
