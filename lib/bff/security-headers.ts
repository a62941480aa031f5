import { randomBytes } from 'node:crypto'

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy(),
  'x-frame-options': 'DENY',
}
const SECURE = { ...COMMON, 'strict-transport-security': 'max-age=31536000' }

/** The policy of answers that are data: nothing in them runs, whoever opens them. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Headers of every answer, errors and static files included. HSTS only where the request came by https. */
export function securityHeaders(secure: boolean): Record<string, string> {
  return secure ? SECURE : COMMON
}

/**
 * Everything that pages may ask the browser for. Camera and microphone are for the video interview and the softphone,
 * the place for the photos of a visit.
 * @param microphones origins whose frames may use the microphone too
 */
export function permissionsPolicy(microphones: readonly string[] = []): string {
  const microphone = ['self', ...microphones.map((origin) => `"${origin}"`)].join(' ')
  return `camera=(self), microphone=(${microphone}), fullscreen=(self), geolocation=(self), payment=(), usb=(), midi=(), serial=()`
}

/** A value that one answer's scripts carry and no other's. */
export function createNonce(): string {
  return randomBytes(16).toString('base64')
}

/**
 * The policy of a page. Scripts need the nonce; what they load is trusted through them. Styles may be inline:
 * the interface library and the toasts insert style elements and attributes at run time.
 * @param connect origins beside our own that scripts may speak to
 * @param frame origins beside our own that may be shown in a frame
 * @param dev the development server evaluates code and speaks over its own WebSocket.
 */
export function pagePolicy(
  nonce: string,
  {
    dev,
    secure,
    connect = [],
    frame = [],
  }: { dev: boolean; secure: boolean; connect?: readonly string[]; frame?: readonly string[] },
): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ['connect-src', "'self'", ...connect, ...(dev ? ['ws:'] : [])].join(' '),
    ['frame-src', "'self'", ...frame].join(' '),
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
