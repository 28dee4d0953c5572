import { startApi } from '#tests/server/server-process.ts'
import { makeTlsFetch } from './tls-fetch.ts'
import { startTlsProxy } from './tls-proxy.ts'

// Two server processes on one PostgreSQL behind a TLS proxy, as in deploy/compose.yaml but without containers.

export const OPERATOR = {
  email: 'operator@marketplace.example',
  password: 'a long operator password',
}

type Process = Awaited<ReturnType<typeof startApi>>

export type Which = 0 | 1
export type Topology = Awaited<ReturnType<typeof startTopology>>

export async function startTopology({
  databaseUrl,
  dataDir,
  withApp = false,
  logLevel = 'silent',
}: {
  databaseUrl: string
  dataDir: string
  /** Whether the processes also serve the app, which must be built before. */
  withApp?: boolean
  logLevel?: string
}) {
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SEED: 'demo',
    APP_SECRET: 'a secret that only tests know, 1234',
    ADMIN_PASSWORD: OPERATOR.password,
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_URL: 'https://localhost', // on localhost, the server requires no second factor
    LOG_LEVEL: logLevel,
    REQUESTS_PER_MINUTE: '0',
  }
  const startOne = () => startApi(env, withApp ? [] : ['--api-only'])
  const proxy = await startTlsProxy()
  // One after the other: the first process seeds the database.
  const processes: [Process, Process] = [await startOne(), await startOne()]
  const tell = () => proxy.setTargets(processes.map(({ url }) => Number(new URL(url).port)))
  tell()
  const fetch = makeTlsFetch(proxy.cert)
  return {
    proxy,
    fetch,
    /** The URL of one process, without the proxy. */
    urlOf: (which: Which) => processes[which].url,
    /** Ends one process and returns its exit code. The proxy continues to send requests to its port. */
    async stop(which: Which, signal: NodeJS.Signals) {
      const { code } = await processes[which].stop(signal)
      return code
    },
    async start(which: Which) {
      processes[which] = await startOne()
      tell()
    },
    /** How many of the two processes have exited. */
    countLost: () =>
      processes.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length,
    /** The log of both processes so far. */
    readLogs: () => processes.map((one) => one.said()).join(''),
    async close() {
      fetch.close()
      await proxy.close()
      await Promise.all(processes.map((one) => one.stop('SIGKILL')))
    },
  }
}
