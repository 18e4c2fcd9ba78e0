/* What the command line says, server or not, is written by one way. */
export { note, print, printable, printableLines } from '@tandem/cli';
