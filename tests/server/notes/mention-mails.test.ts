import { beforeEach, describe, expect, test } from 'vitest'
import {
  MAIL_GAP_MS,
  MAIL_WAIT_MS,
  MOST_MAILED,
  makeMentionMailKind,
} from '#server/notes/mention-mail-service.ts'
import { countJobs } from '#server/platform/jobs/job-queue-service.ts'
import type { NoteSubject } from '#src/domain/note/note.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { claimJobs, runJobs } from '#tests/support/server/job-run.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { markRead, noteId, remove, write } from './note-calls.ts'

// Mails about mentions, through a real mail server.

const LISTING: NoteSubject = { kind: 'listing', id: idOf(11) }
const SECOND_MS = 1_000
const NAME = 'Reviewer Person'
const TEXT = 'the balcony is a bluff'
const PATH = '/api/admin/mentions/mail'

const server = serverForEachTest({
  seed: makeMarket({ listings: [makeListing(11), makeListing(12)] }),
  mail: 'inbox',
})

let asha: string
let ravi: string
let raviId: string
let title: string

beforeEach(async () => {
  asha = await server.signIn()
  ravi = await server.signInAs('reviewer')
  raviId = await server.findAccountId('reviewer@team.example')
  const { name } = await server.db
    .selectFrom('listings')
    .select('name')
    .where('id', '=', LISTING.id)
    .executeTakeFirstOrThrow()
  title = name ?? ''
})

const kind = () => {
  const { db, mailer, publicUrl, clock } = server
  return makeMentionMailKind({ db, mailer, publicUrl, clock: clock.now })
}
const wish = (isOn = true) => call(server, 'PUT', PATH, { token: ravi, body: { isOn } })
const mention = (number = 1) =>
  write(server, asha, {
    id: noteId(number),
    about: LISTING,
    text: `@${NAME} ${TEXT} ${number}`,
    mentions: [{ personId: raviId, name: NAME }],
  })
/** Advances the clock, and runs the jobs that are due. */
async function sendAfter(ms: number) {
  server.clock.advance(ms)
  await runJobs(server, kind())
  return listMails()
}
const listMails = async () =>
  (await server.listMails()).filter(({ to }) => to.includes('reviewer@team.example'))
const countWaiting = async () =>
  (await countJobs(server.db)).find((one) => one.kind === 'mention-mails')?.jobs ?? 0

describe('a mail about mentions', () => {
  test('is sent only to people who wish it, which nobody does at first', async () => {
    const state = await call(server, 'GET', PATH, { token: ravi })
    expect(state.json['data']).toEqual({ isOn: false, isAvailable: true })
    await mention()
    expect(await sendAfter(MAIL_GAP_MS)).toEqual([])
    await wish()
    await mention(2)
    expect(await sendAfter(MAIL_WAIT_MS)).toHaveLength(1)
  })

  test('says who, about what, and where, and no word of the note', async () => {
    await wish()
    await mention()
    const [mail] = await sendAfter(MAIL_WAIT_MS)
    const { fullName } = await operator()
    expect(mail?.headers['subject']).toBe(`${fullName} mentioned you in a note`)
    expect(mail?.text).toContain(
      `${fullName} mentioned you in a note about the listing "${title}":`,
    )
    expect(mail?.text).toContain(
      `${server.publicUrl}/dashboard?section=property&open=${LISTING.id}#note-${noteId(1)}`,
    )
    expect(mail?.text).toContain(`${server.publicUrl}/dashboard?section=account`)
    expect(mail?.text).not.toContain('bluff')
  })

  test('waits five minutes, and is not sent if the mention was read or removed meanwhile', async () => {
    await wish()
    await mention()
    expect(await sendAfter(MAIL_WAIT_MS - SECOND_MS)).toEqual([])
    await markRead(server, ravi, noteId(1))
    expect(await sendAfter(SECOND_MS)).toEqual([])
    expect(await countWaiting()).toBe(0)
    await mention(2)
    await remove(server, asha, noteId(2))
    expect(await sendAfter(MAIL_WAIT_MS)).toEqual([])
  })

  test('is at most one an hour, with all that is unread then', async () => {
    await wish()
    await mention(1)
    expect(await sendAfter(MAIL_WAIT_MS)).toHaveLength(1)
    for (const number of [2, 3]) {
      server.clock.advance(MAIL_WAIT_MS)
      await mention(number)
    }
    expect(await countWaiting()).toBe(1)
    const passed = 2 * MAIL_WAIT_MS
    expect(await sendAfter(MAIL_GAP_MS - passed - SECOND_MS)).toHaveLength(1)
    await markRead(server, ravi, noteId(2))
    const mails = await sendAfter(SECOND_MS)
    expect(mails).toHaveLength(2)
    const { headers, text } = mails.at(-1) ?? {}
    expect(headers?.['subject']).toBe('2 notes mention you')
    expect([1, 2, 3].map((number) => text?.includes(`#note-${noteId(number)}`))).toEqual([
      true,
      false,
      true,
    ])
    // Without a new mention, the unread ones are not mailed again.
    expect(await sendAfter(10 * MAIL_GAP_MS)).toHaveLength(2)
  })

  test('turned off and on again comes no sooner, and turned off does not come', async () => {
    await wish()
    await mention(1)
    await sendAfter(MAIL_WAIT_MS)
    await wish(false)
    await wish()
    await mention(2)
    expect(await sendAfter(MAIL_GAP_MS - SECOND_MS)).toHaveLength(1)
    await wish(false)
    expect(await sendAfter(SECOND_MS)).toHaveLength(1)
  })

  test(`lists ${MOST_MAILED} mentions, and says how many more there are`, async () => {
    await wish()
    for (let number = 1; number <= MOST_MAILED + 3; number += 1) {
      await mention(number)
      server.clock.advance(SECOND_MS)
    }
    const [mail] = await sendAfter(MAIL_WAIT_MS)
    expect(mail?.headers['subject']).toBe(`${MOST_MAILED + 3} notes mention you`)
    expect(mail?.text.match(/#note-/g)).toHaveLength(MOST_MAILED)
    expect(mail?.text).toContain(
      `3 more are in your inbox:\n${server.publicUrl}/dashboard?section=inbox`,
    )
    expect(mail?.text).not.toContain(`#note-${noteId(3)}`)
  })

  test('counts the rights of the moment at which it is sent', async () => {
    await wish()
    await mention()
    await server.db
      .updateTable('staff')
      .set({ role: 'loans' })
      .where('user_id', '=', raviId)
      .execute()
    expect(await sendAfter(MAIL_WAIT_MS)).toEqual([])
    await setStaff({ role: 'reviewer' })
    await mention(2)
    await setStaff({ suspended_at: server.clock.now().toISOString() })
    expect(await sendAfter(MAIL_WAIT_MS)).toEqual([])
    await setStaff({ suspended_at: null })
    await mention(3)
    await server.db.deleteFrom('listings').where('id', '=', LISTING.id).execute()
    expect(await sendAfter(MAIL_WAIT_MS)).toEqual([])
  })

  test('that the mail server refuses is tried again, and sent once', async () => {
    await wish()
    await mention()
    server.getInbox().refuse('mail')
    expect(await sendAfter(MAIL_WAIT_MS)).toEqual([])
    expect(await countWaiting()).toBe(1)
    await mention(2)
    expect(await countWaiting()).toBe(1)
    server.getInbox().refuse(null)
    const mails = await sendAfter(2 * 60_000)
    expect(mails.map(({ headers }) => headers['subject'])).toEqual(['2 notes mention you'])
    expect(await sendAfter(MAIL_GAP_MS)).toHaveLength(1)
  })

  test('about a mention that arrives while a mail is sent comes an hour later', async () => {
    await wish()
    await mention(1)
    server.clock.advance(MAIL_WAIT_MS)
    const [run] = await claimJobs(server, kind())
    const letGo = server.getInbox().hold()
    const running = run?.()
    await expect.poll(() => server.getInbox().counts.mails).toBe(1)
    await mention(2)
    letGo()
    await running
    expect(await sendAfter(MAIL_GAP_MS - SECOND_MS)).toHaveLength(1)
    const mails = await sendAfter(SECOND_MS)
    expect(mails.map(({ headers }) => headers['subject'])).toEqual([
      expect.stringContaining('mentioned you in a note'),
      '2 notes mention you',
    ])
    expect(await sendAfter(MAIL_GAP_MS)).toHaveLength(2)
  })

  test('is not sent for what the last one has said already', async () => {
    await wish()
    await mention(1)
    await sendAfter(MAIL_WAIT_MS)
    await mention(2)
    await markRead(server, ravi, noteId(2))
    expect(await sendAfter(MAIL_GAP_MS)).toHaveLength(1)
    expect(await sendAfter(MAIL_GAP_MS)).toHaveLength(1)
  })
})

async function operator() {
  const { full_name } = await server.db
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', await server.findAccountId())
    .executeTakeFirstOrThrow()
  return { fullName: full_name }
}

async function setStaff(change: { role?: 'reviewer'; suspended_at?: string | null }) {
  await server.db.updateTable('staff').set(change).where('user_id', '=', raviId).execute()
}
