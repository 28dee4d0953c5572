import * as v from 'valibot'
import { shareStrings } from '#src/domain/shared-strings.ts'
import { ListTotalSchema } from '#src/domain/wire.ts'
import { createRowSplitter } from './row-splitter.ts'

// Reads a list answer while it arrives. Parses the rows in short slices: parsing 10,000 rows at once would block a slow
// phone for seconds.

const FIRST_ROWS = 100 // more than a screen shows
const ONE_PART_ROWS = 200 // as many as the server sends at once: the rest of a list this short is already on its way
const REPORT_MS = 500 // each report re-renders the screen
const SLICE_ROWS = 25
const SLICE_MS = 16 // one frame; then parsing yields to input and rendering

/** The rows of a list that have arrived so far. */
export interface Arrived<Rows> {
  rows: Rows
  count: number
  /** The number of rows of the whole list; null if the backend does not send it. */
  total: number | null
}

export type OnRows<Rows> = (arrived: Arrived<Rows>) => void

export interface ArrivedList<Row> {
  rows: Row[]
  /** The answer without the rows of its list; unchanged if it has no list. */
  envelope: unknown
}

/**
 * If the answer begins with `success: true`, reports the first 100 rows at once, and then at most twice a second all
 * rows so far. Reports nothing of a list of at most 200 rows: it would only flash up as partial. @throws SyntaxError when the body is not JSON; the stream's own error when it breaks off.
 */
export async function readArrivingList<Row extends object>(
  body: ReadableStream<Uint8Array>,
  list: v.GenericSchema<unknown, Row[]>,
  onRows: OnRows<Row[]>,
): Promise<ArrivedList<Row>> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const splitter = createRowSplitter()
  const rows: Row[] = []
  const strings = new Map<string, string>()
  let reportedAt = Number.NEGATIVE_INFINITY
  let pausedAt = 0

  async function take(raw: readonly unknown[]): Promise<void> {
    for (let start = 0; start < raw.length; start += SLICE_ROWS) {
      rows.push(...shareStrings(v.parse(list, raw.slice(start, start + SLICE_ROWS)), strings))
      const isReported = report()
      if (!isReported && performance.now() - pausedAt < SLICE_MS) continue
      await pause()
      pausedAt = performance.now()
    }
  }

  function report(): boolean {
    const now = performance.now()
    if (rows.length < FIRST_ROWS || now - reportedAt < REPORT_MS) return false
    const head = v.safeParse(ListTotalSchema, splitter.findHead())
    if (!head.success) return false
    const { total } = head.output.meta
    if (total !== null && total <= ONE_PART_ROWS) return false
    reportedAt = now
    onRows({ rows: [...rows], count: rows.length, total })
    return true
  }

  for (;;) {
    const { done, value } = await reader.read()
    pausedAt = performance.now()
    await take(splitter.push(decoder.decode(value, { stream: !done })))
    if (done) return { rows, envelope: splitter.end() }
  }
}

/** Resolves after pending rendering and input. Safari has no `scheduler`. */
function pause(): Promise<void> {
  if (!('scheduler' in globalThis)) return new Promise((resolve) => setTimeout(resolve))
  return scheduler.postTask(() => undefined, { priority: 'background' })
}
