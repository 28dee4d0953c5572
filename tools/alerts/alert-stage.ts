import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { openDataUnlocked } from '#server/platform/database/open-data.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { manage, startApi } from '#tests/server/server-process.ts'
import { startSilentProxy } from '#tests/support/network/silent-proxy.ts'
import type { PostgresCluster } from '#tests/support/server/postgres-cluster.ts'
import type { Frame } from './scraped-frames.ts'

// A server process of its own for one play, and what Prometheus would read from it.

/** The default `scrape_timeout` of Prometheus. */
const SCRAPE_MS = 10_000
const POLL_MS = 500
const SLOW_S = 3 // a second is the limit of SlowAnswers
const SMALL_DISK = 'size=60m,mode=700'
const OPERATOR = { email: 'operator@marketplace.example', password: 'a long operator password' }

export interface StageOptions {
  /** Where the server stores its data. */
  cluster: PostgresCluster | null
  env?: Record<string, string>
  /** Called with the data folder before the start. */
  prepare?: ((dataDir: string) => void) | undefined
  /** Whether the data folder is a small disk of its own. */
  isOnSmallDisk?: boolean | undefined
}

export type AlertStage = Awaited<ReturnType<typeof openStage>>

let made = 0

export async function openStage({ cluster, env = {}, prepare, isOnSmallDisk }: StageOptions) {
  const dataDir = mkdtempSync(join(tmpdir(), 'alerts-'))
  if (isOnSmallDisk) run('mount', '-t', 'tmpfs', '-o', SMALL_DISK, 'none', dataDir)
  prepare?.(dataDir)
  made += 1
  const databaseUrl = cluster && (await cluster.createDatabase(`alerts_${made}`))
  const network = databaseUrl ? await startSilentProxy(Number(new URL(databaseUrl).port)) : null
  const metricsPort = await findFreePort()
  const all = {
    DATA_DIR: dataDir,
    SEED: 'demo',
    APP_SECRET: 'a secret that only tests know, 1234',
    ADMIN_PASSWORD: OPERATOR.password,
    REQUESTS_PER_MINUTE: '0', // a round of requests stands for a minute
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'silent',
    ...(databaseUrl && network && { DATABASE_URL: throughPort(databaseUrl, network.port) }),
    ...env,
  }
  let api = await startApi(all)
  let filled = 0
  const frames: Frame[] = []

  async function scrape(): Promise<string | null> {
    const address = `http://127.0.0.1:${metricsPort}/metrics`
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(SCRAPE_MS) })
      return answer.ok ? await answer.text() : null
    } catch {
      return null // Prometheus records `up` as 0
    }
  }

  const send = (path: string, init: RequestInit = {}, token = '') =>
    fetch(`${api.url}/api${path}`, {
      ...init,
      headers: { ...init.headers, ...(token && { Authorization: `Bearer ${token}` }) },
    })

  return {
    dataDir,
    databaseUrl,
    network,
    frames,
    send,
    post: (path: string, body: object, token = '') =>
      send(
        path,
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        },
        token,
      ),
    async signIn(): Promise<string> {
      const answer = await fetch(`${api.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(OPERATOR),
      })
      const { token } = (await answer.json()) as { token: string } // the API's documented answer
      return token
    },
    /** Scrapes now, and lets Prometheus read the same for `minutes`; ages grow. */
    async hold(minutes: number): Promise<void> {
      frames.push({ minutes, text: await scrape() })
    },
    /** Does `act` and scrapes, as often as `minutes`: each round stands for a minute. */
    async eachMinute(minutes: number, act: () => Promise<unknown>): Promise<void> {
      for (let minute = 0; minute < minutes; minute += 1) {
        await act()
        frames.push({ minutes: 1, text: await scrape() })
      }
    },
    /** Waits until a scrape matches. */
    waitForMatch: (line: RegExp) => waitUntil(async () => line.test((await scrape()) ?? '')),
    /** Sends a file of listings at the pace of a slow line, and removes it again. */
    async sendSlowly(token: string): Promise<void> {
      const body = Readable.toWeb(Readable.from(slowFile()))
      const headers = { 'Content-Type': 'application/octet-stream' }
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit // the types lack `duplex`
      const answer = await send('/admin/imports?name=flats.csv', init, token)
      // Otherwise the server did not wait for the file, and the play shows nothing.
      if (answer.status !== 200) throw new Error(`the file was refused: ${answer.status}`)
      const { data } = (await answer.json()) as { data: { _id: string } } // the API's documented answer
      await send(`/admin/imports/${data._id}`, { method: 'DELETE' }, token)
    },
    /** Rejects listings of the demonstration data. */
    async rejectListings(token: string): Promise<number[]> {
      const list = await send('/admin/properties?limit=20', {}, token)
      const { data } = (await list.json()) as { data: { _id: string }[] } // the API's documented answer
      return Promise.all(
        data.map(async ({ _id: id }) => {
          const answer = await send(
            `/admin/properties/${id}/status`,
            {
              method: 'PATCH',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify({ status: 'rejected' }),
            },
            token,
          )
          return answer.status
        }),
      )
    },
    /** Fills the disk of the data folder until the share `free` of it is left. */
    fillDisk(free: number): void {
      const { bsize, blocks, bavail } = statfsSync(dataDir)
      const bytes = Math.floor((bavail - blocks * free) * bsize)
      filled += 1
      writeFileSync(join(dataDir, `filler-${filled}`), Buffer.alloc(bytes))
    },
    async inDatabase(work: (db: Kysely<Tables>) => Promise<unknown>): Promise<void> {
      const { db, close } = await openDataUnlocked({ dataDir, databaseUrl })
      await work(db)
      await close()
    },
    kill: () => api.stop('SIGKILL'),
    /** Restarts the process, after `meanwhile`. */
    async restart(meanwhile: () => Promise<void>): Promise<void> {
      await api.stop()
      await meanwhile()
      api = await startApi(all)
    },
    /** Runs a command of `npm run manage` beside the server. */
    async manage(...args: string[]): Promise<void> {
      const { code, stderr } = await manage(args, all)
      if (code !== 0) throw new Error(stderr)
    },
    async close(): Promise<void> {
      await api.stop('SIGKILL')
      await network?.close()
      if (isOnSmallDisk) run('umount', dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Waits for what the server does by itself within seconds. */
export async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await wait(POLL_MS)
}

async function* slowFile() {
  yield Buffer.from('ref,city\n')
  for (let second = 0; second < SLOW_S; second += 1) {
    await wait(1_000)
    yield Buffer.from('PUNE-1,Pune\n')
  }
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
}

function throughPort(databaseUrl: string, port: number): string {
  return Object.assign(new URL(databaseUrl), { port: String(port) }).href
}

/** A port of 127.0.0.1 on which nothing listens. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.')
  return address.port
}
