import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runProgram, startApi } from '#tests/server/server-process.ts'
import { createRandom, type SeededRandom } from '#tools/faults/sim/seeded-random.ts'
import { type BusyWriter, makeBusyWriter } from './busy-writer.ts'
import { findDecider, listListings, shareOut } from './market-write.ts'
import {
  countEffects,
  judgeAssignments,
  judgeEffects,
  judgeListings,
  judgeVisits,
  markOf,
  type Place,
  type WriteFinding,
} from './write-judge.ts'

// Kills the server's process in the middle of writes, again and again, and compares acknowledged writes with the database.

const PASSWORD = 'a long operator password'
const WRITERS = 8
const MOST_YESES = 80 // at most this many acknowledged writes before a kill; after few, it hits new connections
const MOST_DELAY_MS = 12 // maximum time from these acknowledgements to the kill, so that it hits any point
const START_KILL_CHANCE = 0.2
const MOST_START_MS = 1_500 // maximum time from the start of a process to its kill during the start

export interface ServerKillOptions {
  seed: number
  cycles: number
  /** Null for the embedded database. */
  databaseUrl: string | null
  onCycle?: (cycle: number, acknowledged: number) => void
}

type ServerKillReport = ReturnType<typeof makeReport>

function makeReport() {
  return {
    kills: 0,
    /** Additional kills of a process that was still starting. */
    killsAtStart: 0,
    acknowledged: 0,
    /** Writes that were pending when the process was killed. */
    unanswered: 0,
    /** How many of the unanswered writes took effect nevertheless. */
    unansweredDone: 0,
    /** Milliseconds from each start after a kill until the server answers. */
    startsMs: [] as number[],
    findings: [] as WriteFinding[],
  }
}

/** @throws when the server refuses a write or does not start again */
export async function runServerKills(options: ServerKillOptions): Promise<ServerKillReport> {
  const { cycles, seed, databaseUrl } = options
  const place = { dataDir: mkdtempSync(join(tmpdir(), 'server-kills-')), databaseUrl }
  const random = createRandom(seed)
  const report = makeReport()
  let server = await startApi(envOf(place))
  try {
    const operatorToken = await signIn(server.url)
    const listings = await listListings({ url: server.url, operatorToken })
    const versionsBefore = new Map(listings.map(({ id, version }) => [id, version]))
    const deciderId = await findDecider({ url: server.url, operatorToken })
    const writers = makeWriters(listings, deciderId, random)
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      await writeUntilKilled(server, writers, operatorToken, random)
      report.kills += 1
      if (random.chance(START_KILL_CHANCE)) await killAtStart(place, random, report)
      const startedAt = performance.now()
      server = await startApi(envOf(place))
      report.startsMs.push(performance.now() - startedAt)
      await judgeCycle(place, { writers, versionsBefore }, report, () =>
        Promise.all(writers.map((writer) => writer.settle({ url: server.url, operatorToken }))),
      )
      options.onCycle?.(cycle, report.acknowledged)
    }
  } finally {
    await server.stop('SIGKILL')
    rmSync(place.dataDir, { recursive: true })
  }
  return report
}

function envOf({ dataDir, databaseUrl }: Place): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    SEED: 'demo',
    APP_SECRET: 'a secret that only tests know, 1234',
    ADMIN_PASSWORD: PASSWORD,
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_URL: 'https://localhost', // on loopback, no role needs a second factor
    LOG_LEVEL: 'silent',
    REQUESTS_PER_MINUTE: '0',
  }
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ email: 'operator@marketplace.example', password: PASSWORD }),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}

function makeWriters(
  listings: Awaited<ReturnType<typeof listListings>>,
  deciderId: string,
  random: SeededRandom,
): BusyWriter[] {
  return shareOut(listings, WRITERS).map((own, index) =>
    makeBusyWriter({
      name: `writer-${index}`,
      network: `10.${index}`,
      listings: own,
      deciderId,
      random: createRandom(random.int(2 ** 31)),
    }),
  )
}

async function writeUntilKilled(
  server: Awaited<ReturnType<typeof startApi>>,
  writers: readonly BusyWriter[],
  operatorToken: string,
  random: SeededRandom,
): Promise<void> {
  const yeses = random.int(MOST_YESES)
  const delayMs = random.ms(0, MOST_DELAY_MS)
  let count = 0
  let reach: () => void = () => undefined
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const working = Promise.all(
    writers.map((writer) =>
      writer.work({ url: server.url, operatorToken }, () => {
        count += 1
        if (count > yeses) reach()
        return true
      }),
    ),
  )
  // An error of a writer ends the campaign. If all writers return, the server ended before the kill.
  await Promise.race([reached, working])
  await wait(delayMs)
  await server.stop('SIGKILL')
  await working
}

async function killAtStart(
  place: Place,
  random: SeededRandom,
  report: ServerKillReport,
): Promise<void> {
  const { child, ended } = runProgram('main/serve.ts', envOf(place), ['--api-only'])
  await wait(random.ms(0, MOST_START_MS))
  child.kill('SIGKILL')
  await ended
  report.killsAtStart += 1
}

interface Load {
  writers: readonly BusyWriter[]
  /** The versions of the listings before the first write. */
  versionsBefore: ReadonlyMap<string, number>
}

/** Judges the database after the restart, and again after the writers have repeated their unanswered writes. */
async function judgeCycle(
  place: Place,
  { writers, versionsBefore }: Load,
  report: ServerKillReport,
  settle: () => Promise<unknown>,
): Promise<void> {
  const all = () => writers.flatMap(({ writes }) => writes)
  const unanswered = writers.flatMap((writer) => writer.findUnanswered() ?? [])
  const before = await countEffects(place)
  report.unanswered += unanswered.length
  report.unansweredDone += unanswered.filter((write) => before.has(markOf(write))).length
  const found = judgeEffects(all(), before)
  await settle()
  found.push(...judgeEffects(all(), await countEffects(place)))
  found.push(...(await judgeListings(all(), place, versionsBefore)))
  found.push(...(await judgeAssignments(all(), place)))
  found.push(...(await judgeVisits(all(), place)))
  // A lost write is found again in every later cycle; report it once.
  const known = new Set(report.findings.map(({ what }) => what))
  report.findings.push(...found.filter(({ what }) => !known.has(what)))
  report.acknowledged = all().filter(({ isAcknowledged }) => isAcknowledged).length
}
