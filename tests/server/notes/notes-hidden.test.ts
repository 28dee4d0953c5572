import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { makeRecordId } from '#server/platform/database/record-id.ts'
import { addCaller } from '#tests/server/accounts/sign-in/rights/stage.ts'
import { ROUTE_RULES } from '#tests/server/accounts/sign-in/route-rules.ts'
import { call } from '#tests/server/api-call.ts'
import { makePostingCalls } from '#tests/server/listings/content/posting-calls.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { readInbox, readNotes, write } from './note-calls.ts'

// No answer that an owner or the public can read has anything of a note.

const SUPPORT = 'Support Person'
const SECRET = 'bluff-about-the-balcony'
const server = serverForEachTest({})

test('no route tells the owner of a listing, or the public, what the team noted about it or about them', async () => {
  const seller = await addCaller(server, 'seller')
  const listing = makeRecordId(server.clock.now())
  await makePostingCalls(server, seller.token).submit(listing)
  const reviewer = await server.signInAs('reviewer')
  const owner = await server.signIn()
  const ids = [makeRecordId(server.clock.now()), makeRecordId(server.clock.now())]
  const support = await server.signInAs('support')
  const mentions = [{ personId: await server.findAccountId('support@team.example'), name: SUPPORT }]
  const about = { kind: 'listing', id: listing } as const
  const aboutSeller = { kind: 'member', id: seller.id } as const
  for (const [number, subject] of [about, aboutSeller].entries()) {
    for (const text of [`@${SUPPORT} ${SECRET}`, `@${SUPPORT} ${SECRET} again`])
      await write(server, owner, { id: ids[number] ?? '', about: subject, text, mentions })
    expect((await readNotes(server, owner, subject)).text).toContain(SECRET)
  }
  expect(await readInbox(server, support)).toMatchObject({ unread: 2 })
  await call(server, 'PATCH', `/api/admin/properties/${listing}/status`, {
    token: reviewer,
    body: { status: 'approved' },
  })
  let answers = 0
  for (const route of Object.keys(ROUTE_RULES)) {
    const [method, pattern = ''] = route.split(' ')
    if (method !== 'GET') continue
    for (const id of pattern.includes(':') ? [listing, seller.id, ...ids] : [''])
      for (const token of [seller.token, '']) {
        const path = pattern.replaceAll(/:\w+/g, id)
        const { text } = await call(server, 'GET', path, { token })
        for (const hidden of [SECRET, ...ids]) expect(`${route}: ${text}`).not.toContain(hidden)
        answers += 1
      }
  }
  expect(answers).toBeGreaterThan(100)
  const files = await readExport(seller.token)
  expect(files).toContain(listing)
  for (const hidden of [SECRET, ...ids]) expect(files).not.toContain(hidden)
})

/** All files of a person's own data, as one text. */
async function readExport(token: string): Promise<string> {
  const response = await server.app.request('/api/auth/export', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join('\n')
}
