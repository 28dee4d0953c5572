import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createParser } from 'eventsource-parser'
import { openSession } from '#server/accounts/sessions/session-service.ts'
import { addStaff } from '#server/accounts/team/staff-service.ts'
import { seed } from '#server/demo/demo-seeding.ts'
import { openData } from '#server/platform/database/open-data.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { MOST_STREAMS } from '#server/platform/live/change-feed.ts'
import { CHANGE_EVENT } from '#src/domain/live/change-notice.ts'
import { makeListing, makeMarket } from '#tests/server/market-data.ts'
import { startApi } from '#tests/server/server-process.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import { watchMachine } from '#tools/bench/bench-report.ts'
import { percentile } from '#tools/bench/figures.ts'
import { measureRows, type RowOf, writeTable } from '#tools/bench/measurement.ts'
import { readCpuS, readResidentMb } from '#tools/bench/processor-time.ts'

// `npm run bench -- live` opens the panels of a team on one server process on SQLite, lets one person decide, and prints
// how soon each panel has read the decision. A panel reads the changes of its list after each notice, as the app does.

const { values } = parseArgs({
  options: {
    panels: { type: 'string', default: '200' },
    listings: { type: 'string', default: '10000' },
    decisions: { type: 'string', default: '60' },
    runs: { type: 'string', default: '3' },
  },
})
const PANELS = Number(values.panels)
const DECISIONS = Number(values.decisions)
const EVERY_MS = 500 // two decisions a second of the whole team
const LATE_MS = 5_000
const SESSIONS_OF_A_PERSON = 5

interface LiveFigures {
  noticeMs: number[]
  rowsMs: number[]
  cpuOfASecond: number
  idleMbPer100: number
}

const ROWS: readonly RowOf<LiveFigures>[] = [
  [
    `A decision: until ${PANELS} open panels have read it, p95`,
    'ms',
    1_000,
    ({ rowsMs }) => percentile(rowsMs, 0.95),
  ],
  ['… median', 'ms', null, ({ rowsMs }) => percentile(rowsMs, 0.5)],
  ['… until the notice arrives, p95', 'ms', null, ({ noticeMs }) => percentile(noticeMs, 0.95)],
  [
    '… processor time of the server a second, at two decisions',
    's',
    null,
    ({ cpuOfASecond }) => cpuOfASecond,
  ],
  ['… memory of a hundred open panels', 'MB', null, ({ idleMbPer100 }) => idleMbPer100],
]

const describeMachine = watchMachine()
const rows = await measureRows(Number(values.runs), measure, ROWS)
console.log(`${describeMachine()}\n\n${writeTable(rows)}`)

async function measure(): Promise<LiveFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'live-bench-'))
  try {
    const { tokens, ids } = await prepare(dataDir)
    const program = await startApi({
      DATA_DIR: dataDir,
      SEED: 'none',
      APP_SECRET: 'a secret that only the bench knows, 1',
      ADMIN_PASSWORD: 'a long operator password',
      REQUESTS_PER_MINUTE: '0',
      LOG_LEVEL: 'warn',
    })
    try {
      return await play({ url: program.url, pid: program.child.pid ?? 0 }, tokens, ids)
    } finally {
      await program.stop('SIGKILL')
    }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

/** Listings, and sessions enough for the panels, because a session has few streams. */
async function prepare(dataDir: string) {
  const { db, close } = await openData({ dataDir, databaseUrl: null })
  const listings = Number(values.listings)
  const now = new Date()
  const market = makeMarket({
    listings: Array.from({ length: listings }, (_, number) => makeListing(number + 1)),
  })
  await seed(db, market, testPans, 'no password fits')
  const tokens: string[] = []
  while (tokens.length * MOST_STREAMS < PANELS) {
    const person = { email: `${tokens.length}@team.example`, fullName: nameOf(tokens.length) }
    const by = { actorId: null, accountId: null, deviceLabel: 'Bench', now }
    const { id } = await addStaff(makeWrite(db), { ...person, role: 'reviewer' }, by)
    for (let session = 0; session < SESSIONS_OF_A_PERSON; session += 1) {
      const account = { id, role: 'admin' } as const
      tokens.push((await openSession(db, { account, deviceLabel: 'Bench', now, ttlDays: 1 })).token)
    }
  }
  const rows = await db
    .selectFrom('listings')
    .select('id')
    .where('status', '=', 'pending')
    .limit(DECISIONS)
    .execute()
  await close()
  return { tokens, ids: rows.map(({ id }) => id) }
}

function nameOf(number: number): string {
  return `Reviewer ${'abcdefghijklmnopqrstuvwxyz'[Math.floor(number / SESSIONS_OF_A_PERSON)]}`
}

async function play(
  server: { url: string; pid: number },
  tokens: readonly string[],
  ids: readonly string[],
): Promise<LiveFigures> {
  const decidedAt: number[] = []
  const heard: { turn: number; noticeMs: number; rowsMs: number }[] = []
  const agent = new Agent({ keepAlive: true })
  const emptyMb = readResidentMb(server.pid)
  const panels = Array.from({ length: PANELS }, (_, place) =>
    openPanel(server.url, tokens[Math.floor(place / MOST_STREAMS)] ?? '', agent),
  )
  await Promise.all(panels.map(({ opened }) => opened))
  const idleMbPer100 = ((readResidentMb(server.pid) - emptyMb) / PANELS) * 100
  const cpuBefore = readCpuS(server.pid)
  const beganAt = performance.now()
  for (const [turn, id] of ids.entries()) {
    decidedAt[turn] = performance.now()
    for (const panel of panels)
      panel.expect((noticeAt, rowsAt) => {
        const from = decidedAt[turn] ?? 0
        heard.push({ turn, noticeMs: noticeAt - from, rowsMs: rowsAt - from })
      })
    await decide(server.url, tokens[0] ?? '', id)
    await wait(EVERY_MS)
  }
  const seconds = (performance.now() - beganAt) / 1_000
  const cpuOfASecond = (readCpuS(server.pid) - cpuBefore) / seconds
  await wait(LATE_MS)
  const missing = PANELS * ids.length - heard.length
  const late = Array.from({ length: missing }, () => LATE_MS)
  for (const panel of panels) await panel.close()
  agent.destroy()
  return {
    noticeMs: [...heard.map(({ noticeMs }) => noticeMs), ...late],
    rowsMs: [...heard.map(({ rowsMs }) => rowsMs), ...late],
    cpuOfASecond,
    idleMbPer100,
  }
}

async function decide(url: string, token: string, id: string): Promise<void> {
  const answer = await fetch(`${url}/api/admin/properties/${id}/status`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ status: 'approved' }),
  })
  if (!answer.ok) throw new Error(`the decision was answered ${answer.status}`)
}

/** Follows the stream, and after each notice reads what changed, one read at a time. */
function openPanel(url: string, token: string, agent: Agent) {
  const headers = { Authorization: `Bearer ${token}` }
  const waiting: ((noticeAt: number, rowsAt: number) => void)[] = []
  let cursor: string | null = null
  let reading = Promise.resolve()
  let open: (() => void) | null = null
  let isOver = false
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })

  async function readChanges(noticeAt: number): Promise<void> {
    const since = cursor === null ? '?limit=1' : `?since=${cursor}`
    const { data, meta } = JSON.parse(await read(`${url}/api/admin/properties${since}`))
    const rowsAt = performance.now()
    if (cursor === null) cursor = await readCursor()
    else {
      cursor = meta.cursor
      for (const _row of data) waiting.shift()?.(noticeAt, rowsAt)
    }
    open?.()
  }

  /** The cursor of now, without the rows: the state in a notice has its revision. */
  async function readCursor(): Promise<string> {
    const answer = await read(`${url}/api/admin/properties?q=nothing-has-this-word`, true)
    return /"?([0-9a-f]{12}-\d+-\d+)/.exec(answer)?.[1] ?? ''
  }

  function read(address: string, wantsTag = false): Promise<string> {
    return new Promise((resolve, reject) => {
      const request = get(address, { headers, agent }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part) => {
          text += part
        })
        answer.on('end', () => resolve(wantsTag ? String(answer.headers.etag) : text))
      })
      request.on('error', reject)
    })
  }

  const stream = get(`${url}/api/admin/changes`, { headers }, (answer) => {
    const parser = createParser({
      onEvent({ event }) {
        if (event !== CHANGE_EVENT) return
        const noticeAt = performance.now()
        reading = reading.then(() => (isOver ? undefined : readChanges(noticeAt)))
      },
    })
    answer.setEncoding('utf8')
    answer.on('data', (text) => parser.feed(text))
    answer.on('error', () => undefined)
  })
  stream.on('error', () => undefined)
  return {
    opened,
    expect: (hear: (noticeAt: number, rowsAt: number) => void) => waiting.push(hear),
    async close() {
      isOver = true
      stream.destroy()
      await reading
    },
  }
}
