/** True if a command line has the flag, however wrong the rest is. After `--` every word is a file. */
export function isAsked(argv: readonly string[], flag: '--json' | '--help'): boolean {
  const options = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  return options.some((word) => word === flag || word.startsWith(`${flag}=`));
}
