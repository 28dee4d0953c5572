import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startEventServer, VISIT } from './event-calls.ts'

let at: Awaited<ReturnType<typeof startEventServer>>

beforeEach(async () => {
  at = await startEventServer()
})
afterEach(() => at.server.close())

describe('the list', () => {
  test('has the events of whoever asks, in the order they were made', async () => {
    const first = await at.asha.make()
    await at.ravi.make()
    const second = await at.asha.make({
      title: 'Later made, sooner held',
      startsAt: VISIT.startsAt,
    })
    const { json } = await at.asha.list()
    expect(Array.from(json as unknown as { _id: string }[], ({ _id }) => _id)).toEqual([
      first,
      second,
    ])
  })

  test('is an empty list for who has none', async () => {
    expect(await at.ravi.list()).toMatchObject({ status: 200, text: '[]' })
  })

  test('is not sent again while it is the same, and no event is read for that', async () => {
    const id = await at.asha.make()
    const etag = (await at.asha.list()).headers.get('ETag') ?? ''
    const same = { 'If-None-Match': etag }
    at.statements.length = 0
    expect(await at.asha.list(same)).toMatchObject({ status: 304, text: '' })
    const asked = at.statements.filter((statement) => statement.includes('"events"'))
    expect(asked).toHaveLength(1)
    expect(asked[0]).not.toMatch(/\*(?!\))|body/)
    await at.asha.update(id, { note: 'Something new' })
    expect((await at.asha.list(same)).status).toBe(200)
  })

  test('has another tag after each thing that happens to an event', async () => {
    const seen: (string | null)[] = []
    const look = async () => seen.push((await at.asha.list()).headers.get('ETag'))
    await look()
    const first = await at.asha.make()
    await look()
    const second = await at.asha.make()
    await look()
    await at.asha.update(first, { note: 'One' })
    await look()
    await at.asha.update(first, { note: VISIT.note })
    await look()
    await at.asha.remove(second)
    await look()
    await at.asha.make()
    await look()
    await at.asha.remove(first)
    await look()
    expect(new Set(seen).size).toBe(seen.length)
    await at.ravi.make()
    expect((await at.asha.list()).headers.get('ETag')).toBe(seen.at(-1))
  })
})
