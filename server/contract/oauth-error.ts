// The errors of OAuth: RFC 6749 sections 4.1.2.1 and 5.2, RFC 7591 section 3.2.2, RFC 8707 section 2.
export const oauthErrorStatus = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  access_denied: 403,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  temporarily_unavailable: 429,
  server_error: 500,
} as const satisfies Record<string, number>;
export type OAuthErrorCode = keyof typeof oauthErrorStatus;

export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly retryAfterSeconds: number | undefined;
  /** `description` goes to the app: what is wrong and what to send instead, never a secret. */
  constructor(code: OAuthErrorCode, description: string, retryAfterSeconds?: number) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
