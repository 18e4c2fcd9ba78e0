/* The command line writes all output through these functions, with or without a server. */
export { note, print, printable, printableLines } from '@tandem/cli';
