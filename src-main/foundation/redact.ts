const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]'],
  [/\b(sk_[a-z]+_[a-z]+_|whsec_)[\w+/=-]+/gi, '$1[redacted]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted token]'],
  [/(https?:\/\/)[^\s/@"']+@/gi, '$1[redacted]@'],
  [/(https?:\/\/[^\s"'<>?\\]+)\?[^\s"'<>\\]*/gi, '$1?[redacted]'],
  [
    /((?:api_?key|access_?token|refresh_?token|authorization|secret|password)\\?"?\s*[:=]\s*\\?")[^"\\]*/gi,
    '$1[redacted]',
  ],
  [/\b((?:api_?key|(?:access_?|refresh_?)?token|signature|secret|password)=)[^\s&"'<>\\]+/gi, '$1[redacted]'],
];

/** Removes bearers, keys, tokens and the signed part of URLs from a log line. */
export function redact(text: string): string {
  return rules.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text);
}
