import { putInInbox } from '#server/notices/messages/message-decision-service.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import { FLAT, makePostingCalls } from '#tests/server/listings/content/posting-calls.ts'
import { makeItem } from '#tests/server/listings/import/import-calls.ts'
import { makeJpeg } from '#tests/server/listings/uploads/made-photos.ts'
import { makeTusHeaders, makeUploadCalls } from '#tests/server/listings/uploads/upload-calls.ts'
import { makeSubscription } from '#tests/support/server/push-service.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import type { CallerOfCase } from './stage.ts'
import { ask, plain, type WritingCall } from './writing-call.ts'

const SELLER = { caller: 'seller' } as const
const VISIT = {
  title: 'Site visit',
  kind: 'site-visit',
  startsAt: '2025-10-01T04:00:00.000Z',
  endsAt: '2025-10-01T05:00:00.000Z',
}
const PHOTO = await makeJpeg({ width: 400, height: 300 })
const TUS = { 'Tus-Resumable': '1.0.0' }

async function addEvent(server: TestServer, { token }: CallerOfCase): Promise<string> {
  return String((await ask(server, token, 'POST', '/api/events/create', VISIT))['_id'])
}

async function saveDraft(server: TestServer, { token }: CallerOfCase): Promise<string> {
  const id = makeRecordId(server.clock.now())
  await makePostingCalls(server, token).save(id, FLAT)
  return id
}

async function post(server: TestServer, { token }: CallerOfCase): Promise<string> {
  const id = makeRecordId(server.clock.now())
  await makePostingCalls(server, token).submit(id)
  return id
}

async function postApproved(server: TestServer, caller: CallerOfCase): Promise<string> {
  const id = await post(server, caller)
  const path = `/api/admin/properties/${id}/status`
  await ask(server, await server.signIn(), 'PATCH', path, { status: 'approved' })
  return id
}

async function receiveMessage(server: TestServer, caller: CallerOfCase): Promise<string> {
  const listing = await postApproved(server, caller)
  await putInInbox(server.db, listing, server.clock.now())
  const { data } = await ask(server, caller.token, 'GET', '/api/account/messages')
  // The cast is safe: this call answers with a list of messages.
  const [message] = data as unknown as { id: string }[]
  return String(message?.id)
}

const onPosting = (
  make: (server: TestServer, caller: CallerOfCase) => Promise<string>,
  action: string,
): WritingCall => ({
  ...SELLER,
  prepare: async (server, caller) => ({
    path: `/api/account/listings/${await make(server, caller)}${action}`,
  }),
})

/** The calls of sellers and of their sites. */
export const sellerCalls = {
  'POST /api/events/create': plain(SELLER, '/api/events/create', VISIT),
  'PUT /api/events/:id': {
    ...SELLER,
    prepare: async (server, caller) => ({
      path: `/api/events/${await addEvent(server, caller)}`,
      body: { title: 'Another title' },
    }),
  },
  'DELETE /api/events/:id': {
    ...SELLER,
    prepare: async (server, caller) => ({ path: `/api/events/${await addEvent(server, caller)}` }),
  },
  'PUT /api/account/listings/:id': {
    ...SELLER,
    prepare: async ({ clock }) => ({
      path: `/api/account/listings/${makeRecordId(clock.now())}`,
      body: FLAT,
    }),
  },
  'DELETE /api/account/listings/:id': onPosting(saveDraft, ''),
  'POST /api/account/listings/:id/submit': onPosting(saveDraft, '/submit'),
  'POST /api/account/listings/:id/withdraw': onPosting(post, '/withdraw'),
  'POST /api/account/listings/:id/sold': onPosting(postApproved, '/sold'),
  'POST /api/account/listings/:id/renew': onPosting(async (server, caller) => {
    const id = await postApproved(server, caller)
    const expires_at = new Date(server.clock.now().getTime() + 3_600_000).toISOString()
    await server.db.updateTable('postings').set({ expires_at }).where('id', '=', id).execute()
    return id
  }, '/renew'),
  'POST /api/account/listings/:id/media': {
    ...SELLER,
    async prepare(server, caller) {
      const listing = await saveDraft(server, caller)
      const upload = await makeUploadCalls(server, caller.token).sendFile(PHOTO)
      return { path: `/api/account/listings/${listing}/media`, body: { upload } }
    },
  },
  'POST /api/account/uploads': {
    ...SELLER,
    prepare: async () => ({
      path: '/api/account/uploads',
      headers: { ...TUS, 'Upload-Length': String(PHOTO.length) },
    }),
  },
  'PATCH /api/account/uploads/:id': {
    ...SELLER,
    hasOneWrite: true,
    async prepare(server, { token }) {
      const id = await makeUploadCalls(server, token).open(PHOTO.length)
      const headers = makeTusHeaders(token, 0)
      return { path: `/api/account/uploads/${id}`, body: PHOTO, headers }
    },
  },
  'DELETE /api/account/uploads/:id': {
    ...SELLER,
    async prepare(server, { token }) {
      const id = await makeUploadCalls(server, token).sendFile(PHOTO)
      return { path: `/api/account/uploads/${id}`, headers: TUS }
    },
  },
  'POST /api/account/messages/read': {
    ...SELLER,
    prepare: async (server, caller) => ({
      path: '/api/account/messages/read',
      body: { upTo: await receiveMessage(server, caller) },
    }),
  },
  'POST /api/account/messages/:id/read': {
    ...SELLER,
    prepare: async (server, caller) => ({
      path: `/api/account/messages/${await receiveMessage(server, caller)}/read`,
    }),
  },
  'PUT /api/account/push': {
    ...SELLER,
    prepare: async (_, { id }) => ({ path: '/api/account/push', body: makeSubscription(id).body }),
  },
  'DELETE /api/account/push': {
    ...SELLER,
    async prepare(server, { id, token }) {
      await ask(server, token, 'PUT', '/api/account/push', makeSubscription(id).body)
      return { path: '/api/account/push' }
    },
  },
  'POST /api/import/listings': plain({ caller: 'site' }, '/api/import/listings', {
    listings: Array.from({ length: 51 }, (_, index) => makeItem(`ref-${index}`)), // two transactions
  }),
} satisfies Record<string, WritingCall>
