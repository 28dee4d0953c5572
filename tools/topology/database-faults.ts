import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { WRITER_LOCK } from '#server/platform/database/connection/postgres-dialect.ts'
import type { SilentProxy } from '#tests/support/network/silent-proxy.ts'
import type { PostgresCluster } from '#tests/support/server/postgres-cluster.ts'

// Faults of a PostgreSQL server in use. `play` starts the fault and resolves when the fault has ended.

export interface FaultStage {
  cluster: PostgresCluster
  /** Connects to PostgreSQL directly, without `network`. */
  databaseUrl: string
  network: SilentProxy
}

export interface DatabaseFault {
  name: string
  /** Whether the servers reach PostgreSQL through `FaultStage.network`, a proxy that can fall silent. */
  usesNetwork: boolean
  play(stage: FaultStage): Promise<void>
}

const TERMINATIONS = 20
const TERMINATE_EVERY_MS = 250
const LOCK_MS = 7_000 // longer than the server waits for this lock before a write
const SILENCE_MS = 30_000 // longer than the server's timeout for any statement

export const DATABASE_FAULTS: readonly DatabaseFault[] = [
  {
    name: 'terminated backends',
    usesNetwork: false,
    play: ({ databaseUrl }) =>
      withClient(databaseUrl, async (client) => {
        for (let time = 0; time < TERMINATIONS; time += 1) {
          await client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`,
          )
          await wait(TERMINATE_EVERY_MS)
        }
      }),
  },
  {
    name: 'a lock held for 7 s',
    usesNetwork: false,
    play: ({ databaseUrl }) =>
      withClient(databaseUrl, async (client) => {
        await client.query(`select pg_advisory_lock(${WRITER_LOCK})`)
        await wait(LOCK_MS)
      }),
  },
  { name: 'a restart', usesNetwork: false, play: ({ cluster }) => cluster.restart() },
  {
    name: '30 s of silence',
    usesNetwork: true,
    async play({ network }) {
      network.silence()
      await wait(SILENCE_MS)
      network.resume()
    },
  },
]

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
