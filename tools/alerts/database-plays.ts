import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { AlertPlay } from './alert-plays.ts'
import type { AlertStage } from './alert-stage.ts'

// Faults of the database, and of answers that depend on it.

const LOANS = '/admin/loan?limit=50'
const SLOW_MS = 1_300 // above the limit of SlowAnswers, a second
const A_MINUTE = 10 // requests
const CALLERS = 40 // far more than the ten connections of a process

/** Locks the loans while `work` runs, so that calls which read them wait. */
async function lockLoans(url: string | null, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url ?? '' })
  await client.connect()
  try {
    await client.query('begin; lock table loans in access exclusive mode')
    await work()
  } finally {
    await client.end()
  }
}

const readLoans = (stage: AlertStage, token: string, times: number) =>
  Promise.all(Array.from({ length: times }, () => stage.send(LOANS, {}, token)))

export const DATABASE_PLAYS: readonly AlertPlay[] = [
  {
    what: 'PostgreSQL is gone',
    isOnPostgres: true,
    fires: ['ServerNotReady', 'ServerErrors', 'ServerUnavailable', 'DatabaseErrors'],
    async play(stage) {
      const token = await stage.signIn()
      await stage.eachMinute(5, () => readLoans(stage, token, A_MINUTE))
      await stage.network?.close()
      await stage.eachMinute(12, () => readLoans(stage, token, A_MINUTE))
    },
  },
  {
    what: 'the network to PostgreSQL falls silent',
    isOnPostgres: true,
    fires: ['ServerNotReady'],
    async play(stage) {
      await stage.hold(5)
      stage.network?.silence()
      await stage.hold(4)
      await stage.hold(4)
      stage.network?.resume()
    },
  },
  {
    what: 'a table is missing',
    fires: ['ServerErrors', 'DatabaseErrors'],
    async play(stage) {
      const token = await stage.signIn()
      await stage.eachMinute(5, () => readLoans(stage, token, A_MINUTE))
      await stage.inDatabase((db) => sql`alter table loans rename to lost_loans`.execute(db))
      await stage.eachMinute(12, () => readLoans(stage, token, A_MINUTE))
    },
  },
  {
    what: 'reads wait for a lock',
    isOnPostgres: true,
    fires: ['SlowAnswers'],
    async play(stage) {
      const token = await stage.signIn()
      await stage.eachMinute(16, async () => {
        const held = lockLoans(stage.databaseUrl, () => wait(SLOW_MS))
        await wait(100) // the lock first
        await readLoans(stage, token, 2)
        await held
      })
    },
  },
  {
    what: 'more callers than connections',
    isOnPostgres: true,
    // Every request waits for a connection, so the server is not ready either.
    fires: ['DatabaseConnectionsExhausted', 'ServerNotReady'],
    async play(stage) {
      const token = await stage.signIn()
      await stage.hold(5)
      await lockLoans(stage.databaseUrl, async () => {
        const answers = readLoans(stage, token, CALLERS)
        await wait(500)
        await stage.hold(7)
        await answers
      })
      await stage.hold(1)
    },
  },
]
