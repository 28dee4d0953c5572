import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { openData } from '#server/platform/database/open-data.ts'
import type { ExportFormat } from '#src/domain/export/table-export.ts'
import { startApi } from '#tests/server/server-process.ts'
import { watchMachine } from '#tools/bench/bench-report.ts'
import { fillMarket } from '#tools/bench/big-market.ts'
import { signInAt } from '#tools/bench/device/device-market.ts'
import { type BenchRow, flatMapInTurn, repeat, writeTable } from '#tools/bench/measurement.ts'
import { readPeakMb } from '#tools/bench/peak-memory.ts'
import { readCpuS, readResidentMb } from '#tools/bench/processor-time.ts'

// `npm run bench -- export` exports lists of 20,000 (at once) and of a million listings (by a job) from a server process on SQLite and prints a
// table; `-- --listings 20000` measures only one of them.

const OPERATOR = { email: 'operator@marketplace.example', password: 'a long operator password' }
const MOST_MB = 50 // above the memory before, whatever the length of the list
/** The targets in seconds, by the number of listings. */
const TARGETS: ReadonlyMap<number, number> = new Map([
  [20_000, 3],
  [1_000_000, 60],
])
const LOOK_MS = 250 // between looks whether a job has ended
const ExportsSchema = v.object({ data: v.array(v.object({ _id: v.string(), state: v.string() })) })
const RESET_PEAK = '5' // Linux: sets VmHWM to the memory of now

const { values } = parseArgs({
  options: {
    listings: { type: 'string', multiple: true, default: [...TARGETS.keys()].map(String) },
    runs: { type: 'string', default: '3' },
  },
})
const describeMachine = watchMachine()
const rows = await flatMapInTurn(values.listings.map(Number), measureExports)
console.log(`${describeMachine()}\n\n${writeTable(rows)}`)

async function measureExports(listings: number): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'export-bench-'))
  try {
    const { db, close } = await openData({ dataDir, databaseUrl: null })
    const size = { listings, users: Math.ceil(listings / 5), transactions: 0, loans: 0 }
    await fillMarket(db, size, new Date())
    await close()
    return await onServer(dataDir, (server) =>
      flatMapInTurn(['csv', 'xlsx'] as const, (format) => measureFormat(server, listings, format)),
    )
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

interface Served {
  url: string
  pid: number
}

async function onServer(dataDir: string, work: (server: Served) => Promise<BenchRow[]>) {
  const program = await startApi({
    DATA_DIR: dataDir,
    SEED: 'none',
    APP_SECRET: 'a secret that only the bench knows, 1',
    ADMIN_PASSWORD: OPERATOR.password,
    REQUESTS_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  })
  try {
    return await work({ url: program.url, pid: program.child.pid ?? 0 })
  } finally {
    await program.stop('SIGTERM')
  }
}

async function measureFormat(
  server: Served,
  listings: number,
  format: ExportFormat,
): Promise<BenchRow[]> {
  const what = `${listings.toLocaleString('en')} listings as ${format.toUpperCase()}`
  // In a process that has just started, any first work lets the heap grow by 60 MB, which stay; it is not this one's.
  await measureExport(server, format)
  const found = await repeat(Number(values.runs), () => measureExport(server, format))
  const reach = TARGETS.get(listings) ?? null
  return [
    { what, unit: 's', reach, figures: found.map(({ tookS }) => tookS) },
    {
      what: '… processor time of the server',
      unit: 's',
      reach: null,
      figures: found.map(({ cpuS }) => cpuS),
    },
    {
      what: '… more memory',
      unit: 'MB',
      reach: MOST_MB,
      figures: found.map(({ moreMb }) => moreMb),
    },
    { what: '… size of the file', unit: 'MB', reach: null, figures: found.map(({ mb }) => mb) },
  ]
}

async function measureExport({ url, pid }: Served, format: ExportFormat) {
  const { token } = await signInAt(url, OPERATOR) // anew, because the confirmation ends after ten minutes
  writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK)
  const beforeMb = readResidentMb(pid)
  const cpuBeforeS = readCpuS(pid)
  const startedAt = performance.now()
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const sent = await fetch(`${url}/api/admin/properties/export`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ format, query: '' }),
  })
  const isJob = sent.headers.get('Content-Type')?.includes('json')
  const answer = isJob ? await downloadWhenReady(url, headers) : sent
  if (!answer.ok || !answer.body) throw new Error(`the export was answered ${answer.status}`)
  let bytes = 0
  for await (const chunk of answer.body) bytes += (chunk as Uint8Array).byteLength
  const tookS = (performance.now() - startedAt) / 1_000
  const cpuS = readCpuS(pid) - cpuBeforeS
  return { tookS, cpuS, moreMb: readPeakMb(pid) - beforeMb, mb: bytes / 1_000_000 }
}

/** The file of the newest export, once the job of the server has made it. */
async function downloadWhenReady(url: string, headers: Record<string, string>): Promise<Response> {
  for (;;) {
    const { data } = v.parse(
      ExportsSchema,
      await (await fetch(`${url}/api/admin/exports`, { headers })).json(),
    )
    const [newest] = data
    if (newest?.state === 'ready')
      return fetch(`${url}/api/admin/exports/${newest._id}/file`, { headers })
    if (newest?.state !== 'running') throw new Error('the export was not made')
    await wait(LOOK_MS)
  }
}
