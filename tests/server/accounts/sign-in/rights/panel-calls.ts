import { orderExport } from '#server/accounts/export/export-job-service.ts'
import { insertStaffAccount } from '#server/accounts/team/staff-service.ts'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import { addJobs } from '#server/platform/jobs/job-queue-service.ts'
import { noteRestore } from '#server/restores/restore-note-service.ts'
import { FIRST_CALENDAR } from '#src/domain/due/work-calendar.ts'
import { addPasskey } from '#tests/server/accounts/passkeys/passkey-calls.ts'
import { makeAuthenticator } from '#tests/server/accounts/passkeys/software-authenticator.ts'
import { MAPPING } from '#tests/server/listings/import/file-import-calls.ts'
import { BUSINESS } from '#tests/server/listings/import/import-calls.ts'
import { makeCells, writeCsv } from '#tests/server/listings/import/sheet-files.ts'
import { makeJpeg } from '#tests/server/listings/uploads/made-photos.ts'
import { makeUploadCalls } from '#tests/server/listings/uploads/upload-calls.ts'
import { idOf, makeUser } from '#tests/server/market-data.ts'
import { WANTED } from '#tests/server/notices/webhooks/webhook-runs.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import { ask, plain, type WritingCall } from './writing-call.ts'

const OWNER = { caller: 'owner', isClosedToIdle: true } as const
const CONFIRMED = { ...OWNER, isConfirmed: true } as const
/** Queued decisions are accepted from an idle session. */
const DECISION = { caller: 'owner' } as const
const LISTING = `/api/admin/properties/${idOf(11)}`
const EXPORTED = { format: 'csv', query: '' }
const MEMBER = `/api/admin/users/${idOf(1)}`

async function addColleague({ db, clock }: TestServer) {
  const id = makeRecordId(clock.now())
  const email = `${id}@team.example`
  const person = { id, email, fullName: 'Ravi Shah', role: 'reviewer', passwordHash: '' } as const
  await insertStaffAccount(db, { ...person, now: clock.now() })
  return { id, email }
}

async function makeInvitation(server: TestServer, token: string): Promise<string> {
  const body = { email: `${makeRecordId(server.clock.now())}@example.in`, role: 'reviewer' }
  const { data } = await ask(server, token, 'POST', '/api/admin/staff/invitations', body)
  return String(data?.['invitation']?.['_id'])
}

async function makeWebhook(server: TestServer, token: string): Promise<string> {
  const { data } = await ask(server, token, 'POST', '/api/admin/webhooks', WANTED)
  return String(data?.['_id'])
}

/** Sends a file, in place of the files of earlier cases: only five may be open. */
async function sendFile(server: TestServer, token: string): Promise<string> {
  await server.db.deleteFrom('imports').execute()
  const csv = writeCsv([makeCells(`ref-${makeRecordId(server.clock.now())}`)])
  const { data } = await ask(server, token, 'POST', '/api/admin/imports?name=flats.csv', csv)
  return String(data?.['_id'])
}

const onWebhook = (rest: Omit<WritingCall, 'prepare'>, action: string, body?: object) => ({
  ...rest,
  prepare: async (server: TestServer, { token }: { token: string }) => ({
    path: `/api/admin/webhooks/${await makeWebhook(server, token)}${action}`,
    ...(body && { body }),
  }),
})

const onImport = (rest: Omit<WritingCall, 'prepare'>, action: string, body?: object) => ({
  ...rest,
  prepare: async (server: TestServer, { token }: { token: string }) => ({
    path: `/api/admin/imports/${await sendFile(server, token)}${action}`,
    ...(body && { body }),
  }),
})

const onColleague = (action: string, body: object) => ({
  ...CONFIRMED,
  prepare: async (server: TestServer) => ({
    path: `/api/admin/staff/${(await addColleague(server)).id}${action}`,
    body,
  }),
})

const CLAIM = `/api/admin/claims/${idOf(11)}`
const BATCH = { listingIds: [idOf(11)], count: 10, hours: 4 }
const holdFrom = (now: Date) => ({
  until: new Date(now.getTime() + 3_600_000).toISOString(),
  reason: 'Asked the owner',
})

/** With a claim of the caller. */
const onOwnClaim = (action: string, body: object | undefined) => ({
  ...OWNER,
  async prepare(server: TestServer, { token }: { token: string }) {
    await ask(server, token, 'POST', CLAIM, { hasUnsavedText: false })
    return { path: CLAIM + action, ...(body && { body }) }
  },
})

const NOTE = '/api/admin/notes/65a000000000000000000041'
const NOTE_BODY = { about: 'listing', aboutId: idOf(11), text: 'Ask her for photos.' }

const VISIT_BODY = {
  at: '2025-09-17T05:00:00.000Z',
  answers: [],
  note: 'Seen.',
  place: null,
}

/** A note about the listing that mentions the caller. Returns its id. */
async function mentionCaller(server: TestServer, token: string): Promise<string> {
  const id = makeRecordId(server.clock.now())
  await ask(server, token, 'PUT', `/api/admin/notes/${id}`, NOTE_BODY)
  const { author_id } = await server.db
    .selectFrom('notes')
    .select('author_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const at = server.clock.now().toISOString()
  await server.db
    .insertInto('note_mentions')
    .values({ note_id: id, person_id: author_id ?? '', name: 'Asha Rao', at, read_at: null })
    .execute()
  return id
}

const VIEW_ID = '65a000000000000000000031'
const VIEW = { list: 'loans', name: 'Salaried', query: '', columns: null, isShared: true }

/** A view of its own for each call. */
const onView = (action: string, body: object | undefined) => ({
  ...OWNER,
  async prepare(server: TestServer, { token }: { token: string }) {
    const path = `/api/admin/saved-views/${makeRecordId(server.clock.now())}`
    await ask(server, token, 'PUT', path, VIEW)
    return { path: path + action, ...(body && { body }) }
  },
})

/** A grievance of a visitor, one for each call. */
async function sendGrievance({ db, clock }: TestServer): Promise<string> {
  const id = makeRecordId(clock.now())
  const at = clock.now().toISOString()
  const number = `G-${id.slice(-8)}`
  await db
    .insertInto('grievances')
    .values({
      id,
      number,
      kind: 'other',
      name: 'Mira',
      email: 'mira@example.in',
      text: 'Help.',
      created_at: at,
      due_at: at,
    })
    .execute()
  return id
}

const noteRestoreNow = ({ db, clock }: TestServer) => noteRestore(db, null, clock.now())

/** The calls under /api/admin, by an owner. */
export const panelCalls = {
  'PATCH /api/admin/staff/:id/role': onColleague('/role', { role: 'viewer' }),
  'PATCH /api/admin/staff/:id/suspension': onColleague('/suspension', { isSuspended: true }),
  'DELETE /api/admin/staff/:id/second-factor': {
    ...CONFIRMED,
    async prepare(server) {
      const { id, email } = await addColleague(server)
      await addPasskey(server, await server.signIn({ email }), makeAuthenticator())
      return { path: `/api/admin/staff/${id}/second-factor` }
    },
  },
  'POST /api/admin/staff/invitations': plain(CONFIRMED, '/api/admin/staff/invitations', {
    email: 'accomplice@example.in',
    role: 'owner',
  }),
  'POST /api/admin/staff/invitations/:id/resend': {
    ...CONFIRMED,
    prepare: async (server, { token }) => ({
      path: `/api/admin/staff/invitations/${await makeInvitation(server, token)}/resend`,
    }),
  },
  'DELETE /api/admin/staff/invitations/:id': {
    ...CONFIRMED,
    prepare: async (server, _) => ({
      // Of another owner: those of a suspended owner end with the suspension.
      path: `/api/admin/staff/invitations/${await makeInvitation(server, await server.signIn())}`,
    }),
  },
  'PATCH /api/admin/factor-rules': plain(CONFIRMED, '/api/admin/factor-rules', {
    role: 'viewer',
    isRequired: true,
  }),
  'DELETE /api/admin/restore': {
    ...CONFIRMED,
    async prepare(server) {
      await noteRestoreNow(server)
      return { path: '/api/admin/restore' }
    },
  },
  'DELETE /api/admin/restore/passkeys/:id': {
    ...CONFIRMED,
    async prepare(server) {
      const { email } = await addColleague(server)
      const { json } = await addPasskey(server, await server.signIn({ email }), makeAuthenticator())
      await noteRestoreNow(server)
      return { path: `/api/admin/restore/passkeys/${json['data']?.['_id']}` }
    },
  },
  'DELETE /api/admin/restore/member-passkeys': {
    ...CONFIRMED,
    async prepare(server) {
      const person = { email: makeUser().email }
      await addPasskey(server, await server.signIn(person), makeAuthenticator())
      await noteRestoreNow(server)
      return { path: '/api/admin/restore/member-passkeys' }
    },
  },
  'POST /api/admin/demonstration': {
    ...plain(OWNER, '/api/admin/demonstration'),
    server: { seed: 'none' },
  },
  'POST /api/admin/api-keys': plain(CONFIRMED, '/api/admin/api-keys', {
    name: 'Site',
    business: BUSINESS,
  }),
  'DELETE /api/admin/api-keys/:id': {
    ...CONFIRMED,
    async prepare(server, { token }) {
      const body = { name: 'Site', business: BUSINESS }
      const { data } = await ask(server, token, 'POST', '/api/admin/api-keys', body)
      return { path: `/api/admin/api-keys/${data?.['_id']}` }
    },
  },
  'POST /api/admin/webhooks': plain(CONFIRMED, '/api/admin/webhooks', WANTED),
  'PATCH /api/admin/webhooks/:id': onWebhook(OWNER, '', { events: ['listing.deleted'] }),
  'DELETE /api/admin/webhooks/:id': onWebhook(CONFIRMED, ''),
  'POST /api/admin/webhooks/:id/rotation': onWebhook(CONFIRMED, '/rotation'),
  'DELETE /api/admin/webhooks/:id/rotation': {
    ...OWNER,
    async prepare(server, { token }) {
      const path = `/api/admin/webhooks/${await makeWebhook(server, token)}/rotation`
      await ask(server, token, 'POST', path)
      return { path }
    },
  },
  'POST /api/admin/webhooks/:id/pause': onWebhook(OWNER, '/pause'),
  'POST /api/admin/webhooks/:id/resume': {
    ...CONFIRMED,
    async prepare(server, { token }) {
      const path = `/api/admin/webhooks/${await makeWebhook(server, token)}`
      await ask(server, token, 'POST', `${path}/pause`)
      return { path: `${path}/resume` }
    },
  },
  'POST /api/admin/webhooks/:id/test': onWebhook(OWNER, '/test'),
  'POST /api/admin/webhook-deliveries/:id/replay': {
    ...OWNER,
    async prepare(server, { token }) {
      const path = `/api/admin/webhooks/${await makeWebhook(server, token)}`
      await ask(server, token, 'POST', `${path}/test`)
      const { data } = await ask(server, token, 'GET', `${path}/deliveries`)
      // The cast is safe: this call answers with a list of deliveries.
      const [delivery] = data as unknown as { _id: string }[]
      return { path: `/api/admin/webhook-deliveries/${delivery?._id}/replay` }
    },
  },
  'POST /api/admin/failed-jobs/:id/retry': {
    ...OWNER,
    async prepare(server) {
      const at = server.clock.now()
      const id = makeRecordId(at)
      const job = { id, lane: 'store', key: 'a'.repeat(32) }
      await server.write((trx) => addJobs(trx, 'media-removals', [job], at))
      const failed = { dead_at: at.toISOString(), outcome: 'It failed.' }
      await server.db.updateTable('jobs').set(failed).where('id', '=', id).execute()
      return { path: `/api/admin/failed-jobs/${id}/retry` }
    },
  },
  'POST /api/admin/imports': {
    ...OWNER,
    async prepare(server) {
      await server.db.deleteFrom('imports').execute()
      return {
        path: '/api/admin/imports?name=flats.csv',
        body: writeCsv([makeCells('ref-1')]),
      }
    },
  },
  'POST /api/admin/imports/:id/check': onImport({ ...OWNER, isRead: true }, '/check', {
    mapping: MAPPING,
  }),
  'POST /api/admin/imports/:id/start': onImport({ ...OWNER, hasOneWrite: true }, '/start', {
    mapping: MAPPING,
    business: BUSINESS,
  }),
  'DELETE /api/admin/imports/:id': onImport(OWNER, ''),
  'POST /api/admin/properties/changes': {
    ...plain({ ...DECISION, hasOneWrite: true }, '/api/admin/properties/changes', {
      batch: { id: 'b'.repeat(32), count: 1 },
      changes: [{ place: 0, id: idOf(11), to: 'approved' }],
    }),
  },
  'PATCH /api/admin/properties/:id/status': plain(DECISION, `${LISTING}/status`, {
    status: 'approved',
  }),
  'PUT /api/admin/properties/:id/reason': {
    ...DECISION,
    async prepare(server, { id, token }) {
      const changeKey = `key-of-a-change-${id}`
      const headers = { 'Idempotency-Key': changeKey }
      const path = `${LISTING}/status`
      await ask(server, token, 'PATCH', path, { status: 'pending' })
      await ask(server, token, 'PATCH', path, { status: 'rejected' }, headers)
      const body = { changeKey, code: 'photos', note: 'Dark.', changesNeeded: true }
      return { path: `${LISTING}/reason`, body }
    },
  },
  'DELETE /api/admin/exports/:id': {
    ...OWNER,
    async prepare(server, { id: user_id }) {
      const order = {
        user_id,
        device_label: 'Firefox',
        list: 'payments' as const,
        format: 'csv' as const,
        query: '',
        sees_details: 1,
        total: null,
      }
      const { id } = await server.write((trx) => orderExport(trx, order, server.clock.now()))
      return { path: `/api/admin/exports/${id}` }
    },
  },
  'POST /api/admin/claims/:id': plain(OWNER, CLAIM, { hasUnsavedText: false }),
  'DELETE /api/admin/claims/:id': onOwnClaim('', undefined),
  'PUT /api/admin/claims/:id/hold': {
    ...OWNER,
    prepare: async ({ clock }) => ({ path: `${CLAIM}/hold`, body: holdFrom(clock.now()) }),
  },
  'DELETE /api/admin/claims/:id/hold': {
    ...OWNER,
    async prepare(server, { token }) {
      await ask(server, token, 'PUT', `${CLAIM}/hold`, holdFrom(server.clock.now()))
      return { path: `${CLAIM}/hold` }
    },
  },
  'POST /api/admin/claims/:id/hand-over': {
    ...OWNER,
    prepare: async (server) => ({
      path: `${CLAIM}/hand-over`,
      body: { personId: (await addColleague(server)).id, note: 'You know her.' },
    }),
  },
  'POST /api/admin/claims/:id/take-over': {
    ...OWNER,
    async prepare(server) {
      const { email } = await addColleague(server)
      const token = await server.signIn({ email })
      const { data } = await ask(server, token, 'POST', CLAIM, { hasUnsavedText: false })
      return { path: `${CLAIM}/take-over`, body: { fence: data?.['fence'] } }
    },
  },
  'PUT /api/admin/assignments': {
    ...OWNER,
    prepare: async (server) => ({
      path: '/api/admin/assignments',
      body: { listingIds: [idOf(11)], personId: (await addColleague(server)).id },
    }),
  },
  'PUT /api/admin/duplicates': plain(OWNER, '/api/admin/duplicates', {
    listingIds: [idOf(11), idOf(12)],
    areDuplicates: false,
  }),
  'PUT /api/admin/notes/:id': plain(DECISION, NOTE, NOTE_BODY),
  'DELETE /api/admin/notes/:id': {
    ...DECISION,
    async prepare(server, { token }) {
      const path = `/api/admin/notes/${makeRecordId(server.clock.now())}`
      await ask(server, token, 'PUT', path, NOTE_BODY)
      return { path }
    },
  },
  'POST /api/admin/properties/:id/contact-attempts': plain(
    DECISION,
    `/api/admin/properties/${idOf(11)}/contact-attempts`,
    { by: 'call' },
  ),
  'POST /api/admin/properties/:id/visits': {
    ...DECISION,
    prepare: async (server) => ({
      path: `/api/admin/properties/${idOf(11)}/visits`,
      body: { ...VISIT_BODY, id: makeRecordId(server.clock.now()) },
    }),
  },
  'POST /api/admin/properties/:id/visit-photos': {
    ...DECISION,
    async prepare(server, { token }) {
      const upload = await makeUploadCalls(server, token).sendFile(await makeJpeg())
      return { path: `${LISTING}/visit-photos`, body: { upload, takenAt: VISIT_BODY.at } }
    },
  },
  'POST /api/admin/claim-batches': plain(OWNER, '/api/admin/claim-batches', BATCH),
  'DELETE /api/admin/claim-batches/:id': {
    ...OWNER,
    async prepare(server, { token }) {
      const { data } = await ask(server, token, 'POST', '/api/admin/claim-batches', BATCH)
      return { path: `/api/admin/claim-batches/${data?.['batchId']}` }
    },
  },
  'PUT /api/admin/mentions/mail': plain(OWNER, '/api/admin/mentions/mail', { isOn: false }),
  'POST /api/admin/mentions/read': {
    ...OWNER,
    prepare: async (server, { token }) => ({
      path: '/api/admin/mentions/read',
      body: { upTo: await mentionCaller(server, token) },
    }),
  },
  'POST /api/admin/mentions/:id/read': {
    ...OWNER,
    prepare: async (server, { token }) => ({
      path: `/api/admin/mentions/${await mentionCaller(server, token)}/read`,
    }),
  },
  'PUT /api/admin/saved-views/:id': plain(OWNER, `/api/admin/saved-views/${VIEW_ID}`, VIEW),
  'DELETE /api/admin/saved-views/:id': onView('', undefined),
  'PUT /api/admin/saved-views/:id/layer': onView('/layer', {
    query: 'video=yes',
    columns: null,
    isStart: true,
  }),
  'PUT /api/admin/reasons': {
    ...OWNER,
    async prepare(server, { token }) {
      const { data, meta } = await ask(server, token, 'GET', '/api/admin/reasons')
      // The cast is safe: this call answers with the list of reasons.
      const [first, ...others] = data as unknown as object[]
      const reasons = [{ ...first, label: 'Another label' }, ...others]
      const headers = { 'If-Match': `"${meta?.['version']}"` }
      return { path: '/api/admin/reasons', body: { reasons }, headers }
    },
  },
  'POST /api/admin/review-rules/calendar/preview': plain(
    { ...OWNER, isRead: true },
    '/api/admin/review-rules/calendar/preview',
    { ...FIRST_CALENDAR },
  ),
  'PUT /api/admin/review-rules/order': {
    ...OWNER,
    prepare: async () => ({
      path: '/api/admin/review-rules/order',
      body: { order: 'price' },
      headers: { 'If-Match': '*' },
    }),
  },
  'PUT /api/admin/review-rules/checklist': {
    ...OWNER,
    prepare: async () => ({
      path: '/api/admin/review-rules/checklist',
      body: { checklist: [{ id: 'lift', label: 'The lift works', isActive: true }] },
      headers: { 'If-Match': '*' },
    }),
  },
  'PUT /api/admin/review-rules/calendar': {
    ...OWNER,
    async prepare(server, { token }) {
      const { data, meta } = await ask(server, token, 'GET', '/api/admin/review-rules')
      const headers = { 'If-Match': `"${meta?.['version']}"` }
      const path = '/api/admin/review-rules/calendar'
      return { path, body: { ...data, holidays: ['2025-10-02'] }, headers }
    },
  },
  'DELETE /api/admin/properties/:id': plain(DECISION, LISTING),
  'DELETE /api/admin/property/:id': plain(DECISION, `/api/admin/property/${idOf(11)}`),
  'POST /api/admin/users/:id/deletion': plain(CONFIRMED, `${MEMBER}/deletion`),
  'DELETE /api/admin/users/:id/deletion': {
    ...CONFIRMED,
    async prepare(server, { token }) {
      await ask(server, token, 'POST', `${MEMBER}/deletion`)
      return { path: `${MEMBER}/deletion` }
    },
  },
  'POST /api/admin/users/:id/export-offer': {
    ...plain({ ...CONFIRMED, hasOneWrite: true }, `${MEMBER}/export-offer`),
    server: { mail: 'inbox' },
  },
  'POST /api/admin/properties/export': plain(CONFIRMED, '/api/admin/properties/export', EXPORTED),
  'POST /api/admin/users/export': plain(CONFIRMED, '/api/admin/users/export', EXPORTED),
  'POST /api/admin/loans/export': plain(CONFIRMED, '/api/admin/loans/export', EXPORTED),
  'POST /api/admin/payments/export': plain(CONFIRMED, '/api/admin/payments/export', EXPORTED),
  'POST /api/admin/grievances/:id/answer': {
    ...OWNER,
    prepare: async (server) => ({
      path: `/api/admin/grievances/${await sendGrievance(server)}/answer`,
      body: { answer: 'We have removed it.' },
    }),
  },
  'POST /api/admin/loan/:id/pan': plain(CONFIRMED, `/api/admin/loan/${idOf(21)}/pan`),
} satisfies Record<string, WritingCall>
