// Which scopes an app may ask for.
import { accountScope } from '../contract/oauth-scope.ts';

/** Absent, empty or only our scope. */
export const isKnownScope = (scope: string | undefined): boolean =>
  (scope ?? '')
    .split(' ')
    .filter((name) => name !== '')
    .every((name) => name === accountScope);
