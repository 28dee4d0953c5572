import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { listNext } from '#server/platform/jobs/job-repository.ts'
import { databaseForEachTest } from '#tests/support/server/server-for-test.ts'
import { isOnPostgres } from '#tests/support/server/test-database.ts'

const AT = '2025-09-17T06:30:00.000Z'
const ROWS = 20_000 // a log of 30 days, and a receiver that was down for a day

const database = databaseForEachTest()

test('the search for the next jobs reads neither the log nor all that waits for a receiver', async () => {
  const { db } = database
  const row = { kind: 'webhooks', key: 'k', payload: '{}', attempts: 0, asked_at: AT, due_at: AT }
  const number = (at: number) => String(at).padStart(6, '0')
  for (let at = 0; at < ROWS; at += 1_000)
    await db
      .insertInto('jobs')
      .values(
        [...Array(1_000).keys()].map((more) => ({
          ...row,
          id: number(at + more),
          lane: `lane-${more % 20}`,
          done_at: more < 500 ? null : AT,
        })),
      )
      .execute()
  if (isOnPostgres()) await sql`analyze jobs`.execute(db)
  let asked: { statement: string; parameters: readonly unknown[] } | null = null
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql: statement, parameters } = db.getExecutor().compileQuery(node, queryId)
      asked = { statement, parameters }
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const look = { kind: 'webhooks', now: AT, after: 'lane-3', held: ['lane-5'], most: 32 }
  const next = await listNext(db.withPlugin(plugin), look)
  expect(next.map(({ lane }) => lane)).not.toContain('lane-5')
  expect(next.length).toBeGreaterThan(4)
  const { statement, parameters } = asked ?? { statement: '', parameters: [] }
  const explain = isOnPostgres() ? 'explain' : 'explain query plan'
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(`${explain} ${statement}`, [...parameters]),
  )
  const plan = JSON.stringify(rows)
  expect(plan).toContain('jobs_next')
  expect(plan).not.toMatch(/SCAN jobs|USING INDEX jobs_(log|age|key)|Seq Scan on jobs/)
})
