import { beforeEach, describe, expect, test } from 'vitest'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import { INBOX_PAGE, MOST_MENTIONS } from '#src/domain/note/mention.ts'
import type { NoteMention, NoteSubject } from '#src/domain/note/note.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import {
  listNotes,
  markAllRead,
  markRead,
  noteId,
  readInbox,
  remove,
  type WrittenNote,
  write,
} from './note-calls.ts'

const LISTING: NoteSubject = { kind: 'listing', id: idOf(11) }
const ID = noteId(1)

const server = serverForEachTest({
  seed: makeMarket({ listings: [makeListing(11), makeListing(12)] }),
})

let asha: string // the owner of the panel
let ravi: string // a reviewer
let member: NoteSubject
let RAVI: NoteMention
let ASHA: NoteMention

const mentionOf = async (email?: string): Promise<NoteMention> => {
  const personId = await server.findAccountId(email)
  const { full_name: name } = await server.db
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return { personId, name: name ?? '' }
}

beforeEach(async () => {
  asha = await server.signIn()
  ravi = await server.signInAs('reviewer')
  RAVI = await mentionOf('reviewer@team.example')
  ASHA = await mentionOf()
  const row = await server.db
    .selectFrom('listings')
    .select('owner_id')
    .where('id', '=', LISTING.id)
    .executeTakeFirstOrThrow()
  member = { kind: 'member', id: row.owner_id }
})

/** The owner of the panel writes a note that mentions these people. */
const tell = (
  people: readonly NoteMention[],
  more: Partial<WrittenNote> & { by?: string } = {},
) => {
  const { by = asha, ...rest } = more
  const text = [...people.map(({ name }) => `@${name}`), 'see the photos.'].join(' ')
  return write(server, by, { id: ID, about: LISTING, text, mentions: people, ...rest })
}
const unreadOf = async (token: string) => (await readInbox(server, token)).unread
const notesOf = async (token: string) =>
  (await readInbox(server, token)).mentions.map((mention) => mention.noteId)

describe('a mention', () => {
  test('is in the inbox of the person, with who wrote it, about what, and its beginning', async () => {
    const at = server.clock.now().toISOString()
    const text = `@${RAVI.name} ${'see the photos. '.repeat(20)}`.trim()
    expect((await tell([RAVI], { text })).status).toBe(200)
    const { name } = await server.db
      .selectFrom('listings')
      .select('name')
      .where('id', '=', LISTING.id)
      .executeTakeFirstOrThrow()
    expect(await readInbox(server, ravi)).toEqual({
      mentions: [
        {
          noteId: ID,
          about: 'listing',
          aboutId: LISTING.id,
          title: name,
          authorId: ASHA.personId,
          author: ASHA.name,
          beginning: text.slice(0, 200),
          at,
          isRead: false,
        },
      ],
      unread: 1,
      nextCursor: null,
    })
    expect(await unreadOf(asha)).toBe(0)
    expect(await listNotes(server, ravi, LISTING)).toMatchObject([{ mentions: [RAVI] }])
  })

  test('in a note about a member names the member', async () => {
    const support = await server.signInAs('support')
    await tell([await mentionOf('support@team.example')], { about: member })
    const { mentions } = await readInbox(server, support)
    const { full_name } = await server.db
      .selectFrom('users')
      .select('full_name')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(mentions).toMatchObject([{ about: 'member', aboutId: member.id, title: full_name }])
  })

  test('that arrives twice, as after a lost answer, is there once and stays read', async () => {
    const key = 'note-0123456789abcdef'
    for (const _ of [1, 2]) expect((await tell([RAVI], { key })).status).toBe(200)
    await markRead(server, ravi, ID)
    for (const other of [key, `${key}-again`]) await tell([RAVI], { key: other })
    expect(await readInbox(server, ravi)).toMatchObject({ unread: 0, mentions: [{ isRead: true }] })
  })

  test('of the author tells nobody', async () => {
    expect((await tell([ASHA, RAVI])).status).toBe(200)
    expect(await notesOf(asha)).toEqual([])
    expect(await notesOf(ravi)).toEqual([ID])
  })

  test('comes and goes with edits, and a mention that stays is not told again', async () => {
    const viewer = await server.signInAs('viewer')
    const VIEWER = await mentionOf('viewer@team.example')
    await tell([RAVI])
    await markRead(server, ravi, ID)
    server.clock.advance(60_000)
    await tell([RAVI, VIEWER])
    expect([await unreadOf(ravi), await unreadOf(viewer)]).toEqual([0, 1])
    await tell([VIEWER])
    expect(await notesOf(ravi)).toEqual([])
    await tell([RAVI])
    expect([await unreadOf(ravi), await unreadOf(viewer)]).toEqual([1, 0])
  })

  test('stays where a panel of before mentions edits the note', async () => {
    await tell([RAVI])
    await write(server, asha, { id: ID, about: LISTING, text: `@${RAVI.name} look again.` })
    expect(await readInbox(server, ravi)).toMatchObject({
      unread: 1,
      mentions: [{ beginning: `@${RAVI.name} look again.` }],
    })
  })

  test('goes with its note', async () => {
    await tell([RAVI])
    await remove(server, asha, ID)
    expect(await readInbox(server, ravi)).toMatchObject({ mentions: [], unread: 0 })
    expect(await server.db.selectFrom('note_mentions').selectAll().execute()).toEqual([])
  })

  test('of a note that is edited and removed at once is gone, whichever is first', async () => {
    await tell([RAVI])
    for (let round = 0; round < 10; round += 1) {
      const id = noteId(100 + round)
      await tell([RAVI], { id })
      const viewers = [RAVI, ASHA].slice(0, 1 + (round % 2))
      const acts = [
        () => tell(viewers, { id, text: `@${RAVI.name} @${ASHA.name} again.` }),
        () => remove(server, asha, id),
      ]
      await Promise.all((round % 2 ? acts.reverse() : acts).map((act) => act()))
    }
    expect(await notesOf(ravi)).toEqual([ID])
  })

  test('moves the revision of the lists, so that open panels count again', async () => {
    const revision = async () =>
      (await server.db.selectFrom('revisions').select('value').executeTakeFirst())?.value ?? 0
    await tell([])
    const before = await revision()
    await tell([RAVI], { text: 'see the photos.' })
    expect(await revision()).toBe(before) // refused: the text does not name the person
    await tell([RAVI])
    expect(await revision()).toBe(before + 1)
    await markRead(server, ravi, ID)
    await markRead(server, ravi, ID)
    expect(await revision()).toBe(before + 2)
  })
})

describe('what a note may mention', () => {
  test('people who may see the record, and nobody else: the refusal says who and what to do', async () => {
    await server.signInAs('loans')
    const LOANS = await mentionOf('loans@team.example')
    const refused = await tell([RAVI, LOANS])
    expect(refused).toMatchObject({ status: 409, json: { code: 'cannot-be-mentioned' } })
    expect(refused.json['error']).toBe(
      `${LOANS.name} may not see this listing now, and would not learn of the note. Take “@${LOANS.name}” out of it, or ask the owner of the panel.`,
    )
    expect(await listNotes(server, asha, LISTING)).toEqual([])
    expect((await tell([RAVI], { about: member })).json['error']).toContain('this user')
  })

  test('people of the team who may sign in: not a suspended one, a member, or nobody', async () => {
    await server.db
      .updateTable('staff')
      .set({ suspended_at: server.clock.now().toISOString() })
      .where('user_id', '=', RAVI.personId)
      .execute()
    expect((await tell([RAVI])).status).toBe(409)
    expect((await tell([{ personId: member.id, name: 'Asha' }])).status).toBe(409)
    expect((await tell([{ personId: noteId(9), name: 'Nobody' }])).status).toBe(409)
  })

  test('somebody who lost the right stays in a note that is edited', async () => {
    await tell([RAVI])
    await setRole('loans')
    const text = `@${RAVI.name} look again.`
    expect((await tell([RAVI], { text })).status).toBe(200)
  })

  test(`at most ${MOST_MENTIONS} people, each once, and each in the text`, async () => {
    const people = Array.from({ length: MOST_MENTIONS + 1 }, (_, number) => ({
      personId: noteId(number),
      name: `Person ${'abcdefghijk'[number]}`,
    }))
    expect((await tell(people)).json['error']).toContain(`at most ${MOST_MENTIONS} people`)
    expect((await tell(people.slice(1))).status).toBe(409) // nobody of these is on the team
    expect((await tell([RAVI, RAVI])).status).toBe(400)
    const unnamed = await tell([RAVI], { text: `@${RAVI.name}s photos` })
    expect(unnamed.status).toBe(400)
    expect(unnamed.text).toContain('Name each mentioned person in the text, after an @.')
  })

  test('the list of people has those who see what the caller sees', async () => {
    await server.signInAs('support')
    const loans = await server.signInAs('loans')
    const list = async (token: string) => {
      const { json } = await call(server, 'GET', '/api/admin/note-readers', { token })
      return json['data'] as unknown as { name: string; sees: string[] }[]
    }
    expect(await list(ravi)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: ASHA.name, sees: ['listing'] }),
        expect.objectContaining({ name: 'Support Person', sees: ['listing'] }),
      ]),
    )
    const all = await list(asha)
    expect(all.find(({ name }) => name === 'Support Person')?.sees).toEqual(['listing', 'member'])
    expect(all.find(({ name }) => name === RAVI.name)?.sees).toEqual(['listing'])
    expect(all.map(({ name }) => name)).not.toContain('Loans Person')
    expect(await list(loans)).toEqual([])
  })
})

describe('the inbox', () => {
  test('shows no mention about a record that its reader may not see any more, and counts none', async () => {
    await tell([RAVI])
    await tell([RAVI], { id: noteId(2), about: { ...LISTING, id: idOf(12) } })
    await setRole('loans')
    expect(await readInbox(server, ravi)).toMatchObject({ mentions: [], unread: 0 })
    expect((await markRead(server, ravi, ID)).status).toBe(404)
    await setRole('reviewer')
    await server.db.deleteFrom('listings').where('id', '=', LISTING.id).execute()
    expect(await notesOf(ravi)).toEqual([noteId(2)])
    expect(await unreadOf(ravi)).toBe(1)
  })

  test('is of the caller alone: nobody marks the mention of another as read', async () => {
    await tell([RAVI])
    expect((await markRead(server, asha, ID)).status).toBe(404)
    expect((await markAllRead(server, asha, ID)).status).toBe(404)
    expect(await unreadOf(ravi)).toBe(1)
  })

  test(`has pages of ${INBOX_PAGE}, newest first, without a gap where times are equal`, async () => {
    await insertMentions(INBOX_PAGE + 3)
    const first = await readInbox(server, ravi)
    expect([first.mentions.length, first.unread]).toEqual([INBOX_PAGE, INBOX_PAGE + 3])
    const second = await readInbox(server, ravi, first.nextCursor ?? '')
    expect([second.mentions.length, second.nextCursor]).toEqual([3, null])
    const ids = [...first.mentions, ...second.mentions].map((mention) => mention.noteId)
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    const bad = await call(server, 'GET', '/api/admin/mentions?cursor=bad', { token: ravi })
    expect(bad).toMatchObject({ status: 400, json: { code: 'bad-cursor' } })
  })

  test('marks all that were shown as read, and not what arrived after it was read', async () => {
    await insertMentions(3)
    server.clock.advance(60_000)
    await tell([RAVI])
    const [newest, shown] = await notesOf(ravi)
    await markAllRead(server, ravi, shown ?? '')
    expect((await readInbox(server, ravi)).mentions.filter((one) => !one.isRead)).toMatchObject([
      { noteId: newest },
    ])
  })

  test('answers 304 until something changes', async () => {
    await tell([RAVI])
    const path = '/api/admin/mentions'
    const { headers } = await call(server, 'GET', path, { token: ravi })
    const again = { token: ravi, headers: { 'If-None-Match': headers.get('ETag') ?? '' } }
    expect((await call(server, 'GET', path, again)).status).toBe(304)
    await setRole('viewer') // sees members too
    expect((await call(server, 'GET', path, again)).status).toBe(200)
    await setRole('reviewer')
    await markRead(server, ravi, ID)
    expect((await call(server, 'GET', path, again)).status).toBe(200)
  })

  async function insertMentions(count: number): Promise<void> {
    const at = server.clock.now().toISOString()
    const numbers = Array.from({ length: count }, (_, number) => noteId(1000 + number))
    const note = { listing_id: LISTING.id, author_id: ASHA.personId, created_at: at }
    const notes = numbers.map((id) => ({ id, text: `@${RAVI.name}`, ...note }))
    await server.db.insertInto('notes').values(notes).execute()
    const of = { person_id: RAVI.personId, name: RAVI.name, at, read_at: null }
    const rows = numbers.map((id) => ({ note_id: id, ...of }))
    await server.db.insertInto('note_mentions').values(rows).execute()
  }
})

describe('an erasure', () => {
  const erase = (id: string) => eraseAgain(server.db, [id], server.clock.now(), PERSONAL_PARTS)

  test('of a colleague takes their name out of the notes that mention them', async () => {
    await tell([RAVI])
    await tell([RAVI], { text: `@${RAVI.name} look again.` })
    await erase(RAVI.personId)
    const notes = await listNotes(server, asha, LISTING)
    expect(notes).toMatchObject([
      {
        text: '@former colleague look again.',
        earlier: [{ text: '@former colleague see the photos.' }],
        mentions: [],
      },
    ])
    expect(await server.db.selectFrom('note_mentions').selectAll().execute()).toEqual([])
  })

  test('of a member takes the mentions in notes about them out of the inbox', async () => {
    const support = await server.signInAs('support')
    await tell([await mentionOf('support@team.example')], { about: member })
    await erase(member.id)
    expect(await readInbox(server, support)).toMatchObject({ mentions: [], unread: 0 })
    expect(await server.db.selectFrom('note_mentions').selectAll().execute()).toEqual([])
  })
})

async function setRole(role: 'loans' | 'reviewer' | 'viewer'): Promise<void> {
  await server.db.updateTable('staff').set({ role }).where('user_id', '=', RAVI.personId).execute()
}
