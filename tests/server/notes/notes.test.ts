import { beforeEach, describe, expect, test } from 'vitest'
import { eraseAgain } from '#server/accounts/erasure/erasure-service.ts'
import { PERSONAL_PARTS } from '#server/operations/personal-parts.ts'
import {
  MAX_TEAM_NOTE_CHARS,
  MOST_EDITS,
  MOST_NOTES,
  type NoteSubject,
} from '#src/domain/note/note.ts'
import { call } from '#tests/server/api-call.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { serverForEachTest } from '#tests/support/server/server-for-test.ts'
import { listNotes, noteId, readNotes, remove, write } from './note-calls.ts'

const LISTING: NoteSubject = { kind: 'listing', id: idOf(11) }
const ID = noteId(1)
const KEY = 'note-0123456789abcdef'

const server = serverForEachTest({
  seed: makeMarket({ listings: [makeListing(11), makeListing(12)] }),
})

let asha: string // the owner of the panel
let ravi: string
let member: NoteSubject

beforeEach(async () => {
  asha = await server.signIn()
  ravi = await server.signInAs('reviewer')
  const row = await server.db
    .selectFrom('listings')
    .select('owner_id')
    .where('id', '=', LISTING.id)
    .executeTakeFirstOrThrow()
  member = { kind: 'member', id: row.owner_id }
})

const texts = async (about = LISTING) =>
  (await listNotes(server, asha, about)).map(({ text }) => text)
const note = (text: string, more: object = {}) => ({ id: ID, about: LISTING, text, ...more })

describe('a note', () => {
  test('about a listing is read by the team, with its author, oldest first', async () => {
    expect((await write(server, ravi, note('Ask her for photos.'))).status).toBe(200)
    server.clock.advance(1_000)
    await write(server, asha, note('She sends them on Monday.', { id: noteId(2) }))
    expect(await listNotes(server, asha, LISTING)).toMatchObject([
      { text: 'Ask her for photos.', editedAt: null, earlier: [] },
      { text: 'She sends them on Monday.' },
    ])
  })

  test('about a member stands at the member alone', async () => {
    await write(server, asha, note('Calls often.', { about: member }))
    expect(await texts(member)).toEqual(['Calls often.'])
    expect(await texts()).toEqual([])
  })

  test('sent twice with one key is stored once, and a third time with another key changes nothing', async () => {
    for (const key of [KEY, KEY, `${KEY}-again`])
      expect((await write(server, ravi, note('Ask her for photos.', { key }))).status).toBe(200)
    expect(await listNotes(server, asha, LISTING)).toMatchObject([{ earlier: [], editedAt: null }])
    const { rows } = await auditOf('note')
    expect(rows).toHaveLength(1)
  })

  test('keeps its earlier texts when its author edits it', async () => {
    const first = server.clock.now().toISOString()
    await write(server, ravi, note('Ask her.'))
    server.clock.advance(60_000)
    const second = server.clock.now().toISOString()
    await write(server, ravi, note('Ask her for photos.'))
    server.clock.advance(60_000)
    await write(server, ravi, note('Ask her for new photos.'))
    expect(await listNotes(server, asha, LISTING)).toMatchObject([
      {
        text: 'Ask her for new photos.',
        earlier: [
          { text: 'Ask her.', at: first },
          { text: 'Ask her for photos.', at: second },
        ],
        editedAt: server.clock.now().toISOString(),
      },
    ])
  })

  test('of a colleague is edited by nobody else, and removed only by the owner of the panel', async () => {
    const support = await server.signInAs('support')
    await write(server, ravi, note('Ask her.'))
    for (const token of [asha, support])
      expect((await write(server, token, note('Do not ask.'))).status).toBe(403)
    expect((await remove(server, support, ID)).status).toBe(403)
    expect(await texts()).toEqual(['Ask her.'])
    expect((await remove(server, asha, ID)).status).toBe(200)
  })

  test('leaves a mark without its texts when it is removed, and is not written again', async () => {
    await write(server, ravi, note('Ask her.'))
    await write(server, ravi, note('Ask her for photos.'))
    for (const _ of [1, 2]) expect((await remove(server, ravi, ID)).status).toBe(200)
    expect(await listNotes(server, asha, LISTING)).toMatchObject([
      { text: '', earlier: [], removedAt: server.clock.now().toISOString() },
    ])
    const again = await write(server, ravi, note('Ask her again.'))
    expect(again).toMatchObject({ status: 409, json: { code: 'note-removed' } })
    expect(await server.db.selectFrom('note_versions').selectAll().execute()).toEqual([])
  })

  test('does not move to another record by its id', async () => {
    await write(server, ravi, note('Ask her.'))
    const moved = await write(
      server,
      ravi,
      note('Ask her.', { about: { ...LISTING, id: idOf(12) } }),
    )
    expect(moved.status).toBe(403)
  })

  test('about a record that is gone is refused with a sentence', async () => {
    await server.db.deleteFrom('listings').where('id', '=', LISTING.id).execute()
    const refused = await write(server, ravi, note('Ask her.'))
    expect(refused).toMatchObject({
      status: 404,
      json: { code: 'not-found', error: 'This listing does not exist, or was deleted.' },
    })
    expect((await remove(server, ravi, ID)).status).toBe(404)
  })

  test('tells open panels: the revision of the lists grows', async () => {
    const revision = () => server.db.selectFrom('revisions').select('value').executeTakeFirst()
    const before = await revision()
    await write(server, ravi, note('Ask her.'))
    expect((await revision())?.value).toBe((before?.value ?? 0) + 1)
  })
})

describe('limits', () => {
  test(`a note has at most ${MAX_TEAM_NOTE_CHARS} characters, and at least one that can be seen`, async () => {
    const longest = 'क'.repeat(MAX_TEAM_NOTE_CHARS)
    expect((await write(server, ravi, note(longest))).status).toBe(200)
    expect((await write(server, ravi, note(`${longest}!`))).status).toBe(400)
    expect((await write(server, ravi, note(' \u200b\n'))).status).toBe(400)
    expect(await texts()).toEqual([longest])
  })

  test(`a record has at most ${MOST_NOTES} notes, of which the author edits one up to ${MOST_EDITS} times`, async () => {
    const authorId = await server.findAccountId('reviewer@team.example')
    const rest = { author_id: authorId, created_at: server.clock.now().toISOString() }
    const rows = Array.from({ length: MOST_NOTES - 1 }, (_, number) => ({
      ...{ id: noteId(100 + number), listing_id: LISTING.id, text: 'Called her.' },
      ...rest,
    }))
    await server.db.insertInto('notes').values(rows).execute()
    expect((await write(server, ravi, note('Ask her.'))).status).toBe(200)
    const over = await write(server, ravi, note('Ask her.', { id: noteId(2) }))
    expect(over).toMatchObject({ status: 409, json: { code: 'too-many-notes' } })
    for (let edit = 1; edit <= MOST_EDITS; edit += 1)
      expect((await write(server, ravi, note(`Ask her ${edit}.`))).status).toBe(200)
    const once = await write(server, ravi, note('Ask her once more.'))
    expect(once).toMatchObject({ status: 409, json: { code: 'too-many-notes' } })
  })
})

describe('rights', () => {
  test('whoever may see the record reads and writes its notes, and nobody else', async () => {
    await write(server, asha, note('Ask her.'))
    const roles = {
      reviewer: [200, 403],
      support: [200, 200],
      viewer: [200, 200],
      loans: [403, 403],
    }
    for (const [role, wanted] of Object.entries(roles)) {
      const token = role === 'reviewer' ? ravi : await server.signInAs(role as keyof typeof roles)
      for (const [place, about] of [LISTING, member].entries()) {
        const id = noteId(10 + place)
        expect((await readNotes(server, token, about)).status).toBe(wanted[place])
        const written = await write(server, token, { id, about, text: `By ${role}` })
        expect(written.status).toBe(wanted[place])
        await server.db.deleteFrom('notes').where('id', '=', id).execute()
      }
    }
  })

  test('the log names the note and its author, and neither text nor record', async () => {
    await write(server, ravi, note('Ask her.'))
    await remove(server, ravi, ID)
    const { rows, text } = await auditOf('note')
    expect(rows.map(({ from, to }) => [from, to])).toEqual([
      [ID, 'removed'],
      [ID, 'written'],
    ])
    expect(text).not.toContain('Ask her')
    expect(rows.map(({ entityId }) => entityId)).not.toContain(LISTING.id)
  })
})

describe('an erasure', () => {
  const erase = (id: string) => eraseAgain(server.db, [id], server.clock.now(), PERSONAL_PARTS)

  test('of a member deletes the notes about them and about their listings', async () => {
    await write(server, ravi, note('Ask her.'))
    await write(server, ravi, note('Ask her for photos.'))
    await write(server, asha, note('Calls often.', { about: member, id: noteId(2) }))
    await erase(member.id)
    expect(await server.db.selectFrom('notes').selectAll().execute()).toEqual([])
    expect(await server.db.selectFrom('note_versions').selectAll().execute()).toEqual([])
  })

  test('of a colleague keeps their notes without their name', async () => {
    await write(server, ravi, note('Ask her.'))
    await write(server, ravi, note('Wrong.', { id: noteId(2) }))
    await remove(server, ravi, noteId(2))
    await erase(await server.findAccountId('reviewer@team.example'))
    expect(await listNotes(server, asha, LISTING)).toMatchObject([
      { text: 'Ask her.', authorId: null, author: null },
      { text: '', removedById: null, removedBy: null },
    ])
  })
})

async function auditOf(action: string) {
  const { json, text } = await call(server, 'GET', `/api/admin/audit?action=${action}`, {
    token: asha,
  })
  type Entry = { from: string | null; to: string | null; entityId: string }
  return { rows: json['data'] as unknown as Entry[], text }
}
