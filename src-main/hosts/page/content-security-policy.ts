/** Permissions of the page besides running its own files; they differ by host. */
export interface PagePolicy {
  /** `connect-src`: in Electron only media, for the waveform; in a browser the host's own origin. */
  readonly connect: 'dailies-media:' | "'self'";
  /** A source for pictures and movies beside the page's own origin, such as `dailies-media:`; empty for none. */
  readonly media: string;
}

/** The value of the Content-Security-Policy header of the page and everything it loads. */
function contentSecurityPolicy(policy: PagePolicy): string {
  const media = ["'self'", policy.media].filter(Boolean).join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${media}`,
    `media-src ${media}`,
    `connect-src ${policy.connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Headers of every file of the page, in both hosts. */
export function pageHeaders(policy: PagePolicy): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(policy),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
  };
}
