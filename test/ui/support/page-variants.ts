/** How screens are looked at: in both colour schemes, with words much longer than English ones, and from right to left. */
export const pageVariants = [
  { name: 'dark', search: '', colorScheme: 'dark' },
  { name: 'light', search: '', colorScheme: 'light' },
  { name: 'long-words', search: '?locale=en-XA', colorScheme: 'dark' },
  { name: 'right-to-left', search: '?locale=ar-XB', colorScheme: 'light' },
] as const;
