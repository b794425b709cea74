/** Variants for the screens: both colour schemes, a language with much longer words than English, and right to left. */
export const pageVariants = [
  { name: 'dark', search: '', colorScheme: 'dark' },
  { name: 'light', search: '', colorScheme: 'light' },
  { name: 'long-words', search: '?locale=en-XA', colorScheme: 'dark' },
  { name: 'right-to-left', search: '?locale=ar-XB', colorScheme: 'light' },
] as const;
