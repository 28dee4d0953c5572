import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seed } from '#server/demo/demo-seeding.ts'
import { compareDueTimes, storeDueTimes } from '#server/listings/changes/due-time-service.ts'
import { changeListing } from '#server/listings/changes/listing-writer-service.ts'
import { setReviewRules } from '#server/listings/changes/review-rules-repository.ts'
import { openData } from '#server/platform/database/open-data.ts'
import { makeWrite, type Write } from '#server/platform/database/write.ts'
import { FIRST_CALENDAR, type WorkCalendar } from '#src/domain/due/work-calendar.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { watchMachine } from '#tools/bench/bench-report.ts'
import { median } from '#tools/bench/figures.ts'
import { measureRows, type RowOf, writeTable } from '#tools/bench/measurement.ts'

// `npm run bench -- due` fills a SQLite database with waiting listings, and prints what due times cost: of a changed
// calendar, which moves all of them, and of one submission.

const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '100000' },
    submissions: { type: 'string', default: '200' },
    runs: { type: 'string', default: '3' },
  },
})
const LISTINGS = Number(values.listings)

interface DueFigures {
  previewMs: number
  savedMs: number
  decisionMs: number
  submissionMs: number
}

const ROWS: readonly RowOf<DueFigures>[] = [
  [
    `${LISTINGS} waiting listings: preview of a changed calendar`,
    'ms',
    null,
    ({ previewMs }) => previewMs,
  ],
  ['… the calendar with all due times in one transaction', 'ms', null, ({ savedMs }) => savedMs],
  ['… a decision, median', 'ms', null, ({ decisionMs }) => decisionMs],
  [
    '… a listing that arrives in the queue, with its due time, median',
    'ms',
    null,
    ({ submissionMs }) => submissionMs,
  ],
]

/** Moves every due time. */
const LATER: WorkCalendar = {
  week: {
    ...FIRST_CALENDAR.week,
    ...Object.fromEntries(
      (['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const).map((day) => [
        day,
        [
          { from: '11:00', to: '13:00' },
          { from: '14:00', to: '19:30' },
        ],
      ]),
    ),
  },
  holidays: ['2025-06-04'],
}

const describeMachine = watchMachine()
const rows = await measureRows(Number(values.runs), measure, ROWS)
console.log(`${describeMachine()}\n\n${writeTable(rows)}`)

async function measure(): Promise<DueFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'due-bench-'))
  const { db, close } = await openData({ dataDir, databaseUrl: null })
  try {
    const listings = Array.from({ length: LISTINGS }, (_, number) => makeListing(number + 1_000))
    await seed(db, makeMarket({ listings }), testPans, 'no password fits')
    const write = makeWrite(db)
    const previewMs = await time(() => compareDueTimes(db, { calendar: LATER, dueHours: 8 }))
    const savedMs = await time(() =>
      write(async (trx) => {
        const moved = await storeDueTimes(trx, await setReviewRules(trx, { calendar: LATER }))
        if (moved !== LISTINGS) throw new Error(`only ${moved} due times moved`)
      }),
    )
    const turns = [...Array(Number(values.submissions)).keys()]
    const decisionMs: number[] = []
    const submissionMs: number[] = []
    for (const turn of turns) {
      const id = idOf(turn + 1_000)
      decisionMs.push(await time(() => setStatus(write, id, 'approved')))
      submissionMs.push(await time(() => setStatus(write, id, 'pending')))
    }
    return {
      previewMs,
      savedMs,
      decisionMs: median(decisionMs),
      submissionMs: median(submissionMs),
    }
  } finally {
    await close()
    rmSync(dataDir, { recursive: true })
  }
}

function setStatus(write: Write, id: string, status: 'approved' | 'pending') {
  const by = { userId: idOf(1), deviceLabel: 'Bench' }
  return write((trx) =>
    changeListing(trx, id, { kind: 'decided', by, now: new Date(), status, record: {} }),
  )
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const beganAt = performance.now()
  await work()
  return performance.now() - beganAt
}
