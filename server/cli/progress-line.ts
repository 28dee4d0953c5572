import type { ReportRows } from '#server/platform/database/backup/copy-data.ts'

const EVERY_MS = 1_000 // work that takes less prints nothing

/** Reports progress on stderr: updates one line on a terminal, or appends lines to a log. */
export function makeProgressLine(
  out: { isTTY?: boolean; write: (text: string) => unknown } = process.stderr,
  clock = Date.now,
): ReportRows {
  let shownAt = clock()
  let isOpen = false
  return (table, done, total) => {
    const isLate = clock() - shownAt >= EVERY_MS
    if (!isLate && !(isOpen && done === total)) return
    shownAt = clock()
    const line = `${table}: ${done.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')}`
    isOpen = out.isTTY === true && done < total
    out.write(out.isTTY ? `\r\u001b[K${line}${isOpen ? '' : '\n'}` : `${line}\n`)
  }
}
