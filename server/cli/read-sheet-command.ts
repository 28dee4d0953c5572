import { Command } from 'commander'
import { printSheet } from '#server/imports/files/sheet-print-service.ts'

/** Used by the server itself, which reads large files in a separate process. */
export function readSheetCommand(): Command {
  return new Command('read-sheet')
    .description('Reads a CSV or XLSX file on stdin and prints its rows as lines of JSON')
    .action(printSheet)
}
