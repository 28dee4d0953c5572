import { beforeEach, describe, expect, test } from 'vitest'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { call } from '#tests/server/api-call.ts'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'
import { postingForEachTest } from '#tests/server/listings/content/posting-server.ts'
import { idOf } from '#tests/server/market-data.ts'

const ID = idOf(300)
const { server, asha, operator } = postingForEachTest()

let owner: string // of the panel
let ravi: string // a reviewer
let raviId: string

beforeEach(async () => {
  owner = operator.token
  ravi = await server.signInAs('reviewer')
  raviId = await server.findAccountId('reviewer@team.example')
  await asha.submit(ID, FLAT)
})

interface Row {
  _id: string
  decider?: { id: string; name: string }
}

const rowsOf = (json: { data?: unknown }) => json.data as Row[] // the answer is described, and checked against it

async function findDecider(id = ID) {
  const { json } = await call(server, 'GET', '/api/admin/properties', { token: owner })
  return rowsOf(json).find(({ _id }) => _id === id)?.decider ?? null
}

async function find(query: string, token = owner): Promise<string[]> {
  const { json } = await call(server, 'GET', `/api/admin/properties?${query}`, { token })
  return rowsOf(json).map(({ _id }) => _id)
}

const decide = (status: string, token = ravi) =>
  call(server, 'PATCH', `/api/admin/properties/${ID}/status`, { token, body: { status } })

describe('who decided about a listing', () => {
  test('is in its row and found by it: the person of the decision that gave it its status', async () => {
    expect(await findDecider()).toBeNull()
    await decide('rejected', owner)
    expect((await findDecider())?.id).not.toBe(raviId)
    await decide('approved')
    expect(await findDecider()).toEqual({ id: raviId, name: 'Reviewer Person' })
    expect(await find(`decided-by=${raviId}`)).toEqual([ID])
    expect(await find('decided-by=me', ravi)).toEqual([ID])
    expect(await find('decided-by=me')).toEqual([])
  })

  test('is nobody while it waits: after it was set to pending, and after it was submitted again', async () => {
    await decide('approved')
    await decide('pending')
    expect(await findDecider()).toBeNull()
    await decide('rejected')
    expect((await findDecider())?.id).toBe(raviId)
    await asha.submit(ID, { ...FLAT, title: 'Another title' })
    expect(await findDecider()).toBeNull()
    expect(await find(`decided-by=${raviId}`)).toEqual([])
  })

  test('stays while the seller sells an approved listing', async () => {
    await decide('approved')
    await asha.act(ID, 'sold')
    expect((await findDecider())?.id).toBe(raviId)
  })

  test('is shown with a new name, of which devices learn', async () => {
    await decide('approved')
    const { headers } = await call(server, 'GET', '/api/admin/properties', { token: owner })
    await call(server, 'PATCH', '/api/auth/account', {
      token: ravi,
      body: { fullName: 'Ravi Menon' },
    })
    expect(await findDecider()).toEqual({ id: raviId, name: 'Ravi Menon' })
    const again = await call(server, 'GET', '/api/admin/properties', {
      token: owner,
      headers: { 'If-None-Match': headers.get('ETag') ?? '' },
    })
    expect(again.status).toBe(200)
  })

  test('is nobody after the person was erased', async () => {
    await decide('approved')
    await eraseAgain(server.db, [raviId], server.clock.now(), PERSONAL_PARTS)
    expect(await findDecider()).toBeNull()
  })
})
