// The one scope there is.
export const accountScope = 'account';
