import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { bumpRevision } from '#server/platform/database/revision.ts'
import { makeChangeFeed } from '#server/platform/live/change-feed.ts'
import { writeChangeEvents } from '#server/platform/live/change-stream.ts'
import { CHANGE_STATE_PATTERN, listTopics } from '#src/domain/live/change-notice.ts'
import { openTestDatabase } from '#tests/support/server/test-database.ts'

// The database is real and the time virtual.

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
})

let claims = ''
/** Questions of the feed that the database has not answered yet. */
let unanswered = 0

async function start() {
  claims = ''
  unanswered = 0
  const { db, close } = await openTestDatabase()
  let asked = 0
  const count: KyselyPlugin = {
    transformQuery({ node }) {
      asked += 1
      unanswered += 1
      return node
    },
    async transformResult({ result }) {
      unanswered -= 1
      return result
    },
  }
  const warn = vi.fn(() => {
    unanswered = 0
  })
  const feed = makeChangeFeed({
    db: db.withPlugin(count),
    log: { warn },
    readClaims: async () => claims,
  })
  onTestFinished(async () => {
    vi.useRealTimers()
    await feed.close()
    await close()
  })
  const takeAsked = () => {
    const now = asked
    asked = 0
    return now
  }
  return { db, feed, takeAsked, warn }
}

/** Lets the database answer, which takes no virtual time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20 || unanswered > 0; turn += 1)
    await new Promise((next) => setImmediate(next))
}

async function pass(seconds: number): Promise<void> {
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    vi.advanceTimersByTime(100)
    await settle()
  }
}

describe('the feed', () => {
  test('asks the database nothing while nobody follows', async () => {
    const { feed, takeAsked } = await start()
    feed.note()
    await pass(5)
    expect(takeAsked()).toBe(0)
    const follower = feed.follow('a session')
    await pass(5)
    expect(takeAsked()).toBeGreaterThan(0)
    follower.stop()
    feed.note()
    await pass(5)
    expect(takeAsked()).toBe(0)
  })

  test('makes few looks of many writes at once', async () => {
    const { feed, takeAsked } = await start()
    feed.follow('a session')
    await pass(1)
    takeAsked()
    for (let write = 0; write < 100; write += 1) feed.note()
    await pass(0.5)
    expect(takeAsked()).toBeLessThanOrEqual(2)
  })

  test('tells of claims within a second, apart from the lists', async () => {
    const { db, feed } = await start()
    const follower = feed.follow('a session')
    const never = new AbortController().signal
    await pass(1)
    const before = String(await follower.next(null, 1, never))
    claims = 'one claim'
    const claimed = follower.next(before, 5_000, never)
    await pass(1)
    const between = String(await claimed)
    expect(listTopics(before, between)).toEqual(['claims'])
    await db.transaction().execute(bumpRevision)
    feed.note()
    const changed = follower.next(between, 5_000, never)
    await pass(0.3)
    expect(listTopics(between, String(await changed))).toEqual(['lists'])
    expect(listTopics(null, between)).toEqual(['lists', 'claims'])
  })

  test('survives a database that does not answer, and looks again', async () => {
    const { db, feed, warn } = await start()
    const follower = feed.follow('a session')
    const never = new AbortController().signal
    await pass(1)
    const before = await follower.next(null, 1, never)
    await db.schema.alterTable('revisions').renameTo('elsewhere').execute()
    await pass(3)
    expect(warn).toHaveBeenCalled()
    await db.schema.alterTable('elsewhere').renameTo('revisions').execute()
    await db.transaction().execute(bumpRevision)
    const next = follower.next(before === 'closed' ? null : before, 60_000, never)
    await pass(2)
    expect(await next).toMatch(CHANGE_STATE_PATTERN)
  })
})

test('a stream without news says a word every 25 seconds, and checks the rights every five', async () => {
  const { feed } = await start()
  const checkRights = vi.fn(async () => undefined)
  const leaving = new AbortController()
  const events = writeChangeEvents({
    follower: feed.follow('a session'),
    since: null,
    signal: leaving.signal,
    checkRights,
  })
  const said: [second: number, text: string][] = []
  const beganAt = Date.now()
  const reading = (async () => {
    for await (const texts of events)
      said.push([Math.round((Date.now() - beganAt) / 1_000), texts.join('').slice(0, 6)])
  })()
  await pass(80)
  leaving.abort()
  await settle()
  await reading
  expect(said).toEqual([
    [0, ': here'],
    [0, 'event:'],
    [25, ': here'],
    [50, ': here'],
    [75, ': here'],
  ])
  expect(checkRights).toHaveBeenCalledTimes(16)
  expect(feed.countFollowers()).toBe(0)
})
