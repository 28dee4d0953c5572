import type { ParsingJob } from '#server/platform/parsing/parsing-service.ts'
import type { SheetPart } from './sheet-row.ts'

/** Reads the bytes of a CSV or XLSX file. */
export const SHEET_JOB: ParsingJob<Buffer, SheetPart> = {
  name: 'sheet',
  mostCpuSeconds: 30, // 50,000 rows take about five
  sentences: {
    tooLarge: 'The file is too large to unpack. Divide it into several files, or save it as CSV.',
    tooSlow: 'The file takes too long to read. Divide it into several files, or save it as CSV.',
    damaged: 'The file is damaged. Save it again as XLSX or CSV.',
  },
}
