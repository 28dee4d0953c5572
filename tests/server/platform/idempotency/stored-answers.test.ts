import { expect, test } from 'vitest'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'
import { getAnswerCheck } from '#tests/contract/described-answer.ts'
import { call } from '#tests/server/api-call.ts'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'
import { idOf, makeListing, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { readAllText } from '#tests/server/whole-database.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'

// What the server stores to answer a repeated change, and what it answers once the people that the first answer named
// are erased.

const SELLER = makeUser({
  id: idOf(500),
  fullName: 'Asha Rao',
  email: 'asha.rao@example.in',
  phoneNumber: '+91 98765 43210',
})
/** Everything that identifies the seller, their listings and events, and a colleague who is erased too. */
const PERSONAL = /Asha|asha\.rao|98765|Chandra|chandra|reviewer@team/
const EVENT = {
  title: 'Visit with Asha',
  kind: 'visit',
  startsAt: '2025-10-01T06:00:00.000Z',
  endsAt: '2025-10-01T07:00:00.000Z',
}
const LISTINGS = 40

const server = serverForEachTest({
  seed: makeMarket({
    users: [SELLER],
    listings: Array.from({ length: LISTINGS }, (_, number) =>
      makeListing(number, {
        ownerId: SELLER.id,
        name: `Flat ${number} of Asha`,
        status: 'approved',
      }),
    ),
  }),
})

interface Sent {
  by: 'operator' | 'seller'
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** One request of every call that takes an Idempotency-Key, by the name of the call. `id` is a listing of the seller. */
const KEYED: Record<string, (id: string) => Sent | Promise<Sent>> = {
  setPropertyStatus: (id) => decision(id, 'rejected'),
  setPropertyReason: async (id) => {
    const changeKey = `rejection-of-${id}`
    await send({ ...decision(id, 'rejected'), headers: { 'Idempotency-Key': changeKey } })
    const body = { changeKey, code: 'other', note: 'Ask Asha Rao.', changesNeeded: true }
    return { by: 'operator', method: 'PUT', path: `/api/admin/properties/${id}/reason`, body }
  },
  deleteProperty: (id) => ({
    by: 'operator',
    method: 'DELETE',
    path: `/api/admin/property/${id}`,
  }),
  deletePropertyAlsoAt: (id) => ({
    by: 'operator',
    method: 'DELETE',
    path: `/api/admin/properties/${id}`,
  }),
  writeNote: (id) => noteOf(id, 'Asha calls back.'),
  removeNote: async (id) => {
    const { path } = noteOf(id, 'Asha called.')
    await send(noteOf(id, 'Asha called.'))
    return { by: 'operator', method: 'DELETE', path }
  },
  noteContact: (id) => ({
    by: 'operator',
    method: 'POST',
    path: `/api/admin/properties/${id}/contact-attempts`,
    body: { by: 'call', at: '2026-03-01T08:30:00.000Z' },
  }),
  recordVisit: (id) => ({
    by: 'operator',
    method: 'POST',
    path: `/api/admin/properties/${id}/visits`,
    body: {
      id: makeRecordId(server.clock.now()),
      at: '2026-03-01T08:30:00.000Z',
      answers: [],
      note: 'Asha showed it.',
      place: null,
    },
  }),
  createEvent: () => ({ by: 'seller', method: 'POST', path: '/api/events/create', body: EVENT }),
  updateEvent: async () => {
    const path = `/api/events/${await createEvent()}`
    return { by: 'seller', method: 'PUT', path, body: { note: 'Asha has the key.' } }
  },
  deleteEvent: async () => ({
    by: 'seller',
    method: 'DELETE',
    path: `/api/events/${await createEvent()}`,
  }),
  deleteDraft: async (id) => {
    await send(ownAction(id, 'withdraw'))
    return { by: 'seller', method: 'DELETE', path: `/api/account/listings/${id}` }
  },
  submitListing: async (id) => {
    await send(ownAction(id, 'withdraw'))
    const draft = { ...FLAT, title: 'Flat of Asha Rao' }
    await send({ by: 'seller', method: 'PUT', path: `/api/account/listings/${id}`, body: draft })
    return ownAction(id, 'submit')
  },
  withdrawListing: (id) => ownAction(id, 'withdraw'),
  markListingSold: (id) => ownAction(id, 'sold'),
  renewListing: (id) => ownAction(id, 'renew'),
  sendGrievance: () => ({
    by: 'seller',
    method: 'POST',
    path: '/api/grievances',
    body: { name: 'Asha Rao', email: SELLER.email, kind: 'other', text: 'Asha was called.' },
  }),
  createUpload: () => ({
    by: 'seller',
    method: 'POST',
    path: '/api/account/uploads',
    headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '10' },
  }),
}

const decision = (id: string, status: string): Sent => ({
  by: 'operator',
  method: 'PATCH',
  path: `/api/admin/properties/${id}/status`,
  body: { status },
})
const noteOf = (id: string, text: string): Sent => ({
  by: 'operator',
  method: 'PUT',
  path: `/api/admin/notes/${id}`, // any id that no other note has
  body: { about: 'listing', aboutId: id, text },
})
const ownAction = (id: string, action: string): Sent => ({
  by: 'seller',
  method: 'POST',
  path: `/api/account/listings/${id}/${action}`,
})

async function createEvent(): Promise<string> {
  const made = await send({ by: 'seller', method: 'POST', path: '/api/events/create', body: EVENT })
  return String(made.json['_id'])
}

async function send({ by, method, path, body, headers = {} }: Sent) {
  const token = await server.signIn(by === 'seller' ? { email: SELLER.email } : {})
  return call(server, method, path, { token, body, headers })
}

/** A colleague decides, and then the operator, who saw the version before: a 412 that names the colleague. */
async function overtaken(id: string): Promise<Sent> {
  const token = await server.signInAs('reviewer')
  await server.db
    .updateTable('users')
    .set({ full_name: 'Chandra Iyer' })
    .where('email', '=', 'reviewer@team.example')
    .execute()
  await call(server, 'PATCH', decision(id, '').path, { token, body: { status: 'rejected' } })
  return { ...decision(id, 'approved'), headers: { 'If-Match': '"1"' } }
}

/** The statuses of the first answers that are not 200. */
const STATUSES: Record<string, number> = { '412': 412, createUpload: 201, sendGrievance: 201 }

/** Sends every change of the table with a key of its own. */
async function sendAll() {
  const sent = new Map<string, Sent>()
  for (const [index, [name, make]] of [
    ...Object.entries(KEYED),
    ['412', overtaken] as const,
  ].entries()) {
    const { headers, ...request } = await make(idOf(index + 1))
    const keyed = {
      ...request,
      headers: { ...headers, 'Idempotency-Key': `key-${index}-of-the-change` },
    }
    const { status } = await send(keyed)
    expect([name, status]).toEqual([name, STATUSES[name] ?? 200])
    sent.set(name, keyed)
  }
  return sent
}

/** Calls whose id may be anybody's text. */
const KEYED_BY_TEXT: Record<string, (id: string) => Sent> = {
  changeStatus: (id) => decision(id, 'approved'),
  deleteProperty: (id) => ({ by: 'operator', method: 'DELETE', path: `/api/admin/property/${id}` }),
  updateEvent: (id) => ({
    by: 'seller',
    method: 'PUT',
    path: `/api/events/${id}`,
    body: { note: 'Later.' },
  }),
  deleteEvent: (id) => ({ by: 'seller', method: 'DELETE', path: `/api/events/${id}` }),
}

const readRecords = () => server.db.selectFrom('receipts').selectAll().execute()

test('the table of this file has a request of every call that takes a key', async () => {
  const { document } = await getAnswerCheck(server.app)
  const keyed = Object.values(document.paths)
    .flatMap((calls) => Object.values(calls))
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === IDEMPOTENCY_HEADER))
  expect(Object.keys(KEYED).sort()).toEqual(keyed.map(({ operationId }) => operationId).sort())
})

test('no idempotency record holds personal data or content', async () => {
  const sent = await sendAll()
  for (const [index, make] of Object.values(KEYED_BY_TEXT).entries()) {
    const headers = { 'Idempotency-Key': `key-${index}-of-a-call-with-text` }
    expect(await send({ ...make('asha.rao@example.in'), headers })).toMatchObject({ status: 404 })
  }
  const records = await readRecords()
  const others = 1 // the rejection that the reason is about
  expect(records).toHaveLength(sent.size + others)
  expect(JSON.stringify(records)).not.toMatch(PERSONAL)
})

test('a repeated change names nobody who was erased, and takes effect only once', async () => {
  const sent = await sendAll()
  // One more listing, which the seller withdraws after the decision: the erasure finds no listing to delete.
  const withdrawn = {
    ...decision(idOf(30), 'approved'),
    headers: { 'Idempotency-Key': 'key-of-a-withdrawn-one' },
  }
  expect((await send(withdrawn)).text).toMatch(PERSONAL)
  await send(ownAction(idOf(30), 'withdraw'))
  const reviewer = await server.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'reviewer@team.example')
    .executeTakeFirstOrThrow()
  await eraseAgain(server.db, [SELLER.id, reviewer.id], server.clock.now(), PERSONAL_PARTS)
  const before = await readAllText(server)
  expect(before).not.toMatch(PERSONAL)
  for (const [name, request] of [...sent, ['withdrawn', withdrawn] as const]) {
    if (request.by === 'seller') continue
    const { status, text, headers } = await send(request)
    expect(text, name).not.toMatch(PERSONAL)
    expect([name, status, headers.get('Idempotency-Replayed')]).toEqual([
      name,
      name === '412' ? 404 : 200,
      'true',
    ])
  }
  expect(await server.db.selectFrom('listings').selectAll().execute()).toEqual([])
})
