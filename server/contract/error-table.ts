// The one table of error codes that REST, MCP, A2A and the site share.
export const errorTable = {
  bad_request: { status: 400, message: 'The request cannot be read. Check its form and try again.' },
  invalid_api_key: {
    status: 401,
    message: 'The credential is missing, unknown, expired or revoked. Send “Authorization: Bearer <key>”.',
  },
  limit_reached: {
    status: 402,
    message: 'This month’s splits are used up and no credit is left. See upgrade_url.',
  },
  plan_required: {
    status: 402,
    message: 'This needs the Pro plan (or one credit per song). See upgrade_url.',
  },
  forbidden: { status: 403, message: 'Only a signed-in person can do this. Use the site.' },
  not_found: { status: 404, message: 'There is nothing here under that address or id.' },
  method_not_allowed: {
    status: 405,
    message: 'This address does not know that method. See the Allow header.',
  },
  conflict: { status: 409, message: 'The request collides with the current state. Read it again and retry.' },
  gone: { status: 410, message: 'This was deleted and does not come back.' },
  upload_expired: { status: 410, message: 'The upload was not completed in time. Start it again.' },
  file_too_large: { status: 413, message: 'The file or body is too large. See the limits in GET /me.' },
  unsupported_media_type: {
    status: 415,
    message: 'The Content-Type is not served here. Send application/json or multipart/form-data.',
  },
  validation_failed: { status: 422, message: 'Some fields are not valid. See detail.' },
  rate_limited: { status: 429, message: 'Too many requests. Try again after the time in Retry-After.' },
  internal_error: { status: 500, message: 'Something went wrong on our side. Try again; quote request_id.' },
  unavailable: { status: 503, message: 'The service is not ready for this. Try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;
export const errorCodes = Object.keys(errorTable) as ErrorCode[];
