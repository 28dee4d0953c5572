import { beforeEach, expect, test } from 'vitest'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'

const ID = 'ab'.repeat(12)

const { server, asha, operator } = postingForEachTest()

let operatorId: string

beforeEach(async () => {
  operatorId = await server.findAccountId()
  await asha.submit(ID)
  const body = { listingIds: [ID], personId: operatorId }
  expect(await operator.ask('PUT', 'assignments', body)).toMatchObject({ status: 200 })
})

const isAssigned = async () => {
  const { json } = await operator.ask('GET', 'properties?assigned=me')
  return (json['data'] as unknown as { _id: string }[]).some(({ _id }) => _id === ID)
}

test('a listing that its owner submits again while it waits stays with its person', async () => {
  await asha.submit(ID, { ...FLAT, rent: 33_000 })
  expect(await isAssigned()).toBe(true)
})

test('a new submission of a rejected listing is nobody’s', async () => {
  await operator.decide(ID, 'rejected')
  await asha.submit(ID, { ...FLAT, rent: 33_000 })
  expect(await isAssigned()).toBe(false)
  expect(await server.db.selectFrom('assignments').selectAll().execute()).toEqual([])
})

test('a listing that its owner withdraws and submits again is nobody’s', async () => {
  await asha.act(ID, 'withdraw')
  await asha.act(ID, 'submit')
  expect(await isAssigned()).toBe(false)
})

test('a deleted listing takes its assignment along', async () => {
  await operator.ask('DELETE', `property/${ID}`)
  expect(await server.db.selectFrom('assignments').selectAll().execute()).toEqual([])
})

test('no answer to the owner names the person', async () => {
  const answers = [await asha.list(), await asha.read(ID)]
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    expect(text).not.toContain(operatorId)
    expect(text).not.toMatch(/assign/i)
  }
})
