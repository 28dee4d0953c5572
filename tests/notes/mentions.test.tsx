// @module-tag long

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setupReview } from '#tests/features/listings/review/review-page.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { NO_NETWORK, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  dumpDevice,
  operatorAs,
  type Responses,
  renderApp,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'

setupReview()

const ID = '65f1c0ffee1234567890abcd'
const NOTE = '65a000000000000000000041'
const SHEET = `/dashboard?section=property&open=${ID}`
const NOTES = 'GET /admin/properties/:id/notes'
const WRITE = 'PUT /admin/notes/:id'
const READERS = 'GET /admin/note-readers'
const READ = 'POST /admin/mentions/:id/read'
const INBOX = 'GET /admin/mentions'

const reader = (number: number, name: string | null, sees = ['listing', 'member']) => ({
  _id: `65a00000000000000000010${number}`,
  name,
  sees,
})
const TEAM = [
  { _id: 'operator-1', name: 'Asha Rao', sees: ['listing'] },
  reader(1, 'Kabir Menon'),
  reader(2, 'Meera Iyer', ['member']),
  reader(3, 'Ravi Shah', ['listing']),
  reader(4, null),
]
const RAVI = { personId: TEAM[3]?._id, name: 'Ravi Shah' }
const ASHA = { personId: 'operator-1', name: 'Asha Rao' }

const wireNote = (text: string, mentions: object[]) => ({
  _id: NOTE,
  authorId: 'ravi',
  author: 'Ravi Shah',
  text,
  at: '2025-06-18T08:32:00.000Z',
  mentions,
  earlier: [],
  editedAt: null,
  removedAt: null,
  removedById: null,
  removedBy: null,
})

function show(responses: Responses = {}, address = SHEET) {
  return renderApp({
    address,
    session: operatorAs('reviewer'),
    responses: {
      ...panelAnswers([wireListing({ _id: ID, propertyName: 'Sea-view flat' })]),
      'GET /admin/properties/:id/history': ok([]),
      [READERS]: ok(TEAM),
      ...responses,
    },
  })
}

const field = async (label = 'New note') => screen.findByLabelText<HTMLTextAreaElement>(label)
async function type(text: string, label?: string) {
  const area = await field(label)
  area.focus()
  fireEvent.change(area, { target: { value: text } })
}
const list = () => screen.findByRole('listbox', { name: 'Colleagues' })
const offered = async () =>
  within(await list())
    .getAllByRole('option')
    .map((option) => option.textContent)
const chosen = async () => within(await list()).getByRole('option', { selected: true }).textContent
const key = async (name: string, more: object = {}) =>
  fireEvent.keyDown(await field(), { key: name, ...more })

describe('an @ in a note', () => {
  test('offers the colleagues who see the record, filters as one types, and sends whom it names', async () => {
    const sent = recorded()
    show({ [WRITE]: sent.respond })
    await type('Look @')
    expect(await offered()).toEqual(['Kabir Menon', 'Ravi Shah'])
    await type('Look @ra')
    expect(await offered()).toEqual(['Ravi Shah'])
    await key('Enter')
    expect(await field()).toHaveValue('Look @Ravi Shah ')
    expect((await field()).selectionStart).toBe('Look @Ravi Shah '.length)
    expect(screen.queryByRole('listbox')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(sent.bodies).toHaveLength(1))
    expect(sent.bodies[0]).toMatchObject({ text: 'Look @Ravi Shah', mentions: [RAVI] })
  })

  test('is chosen with the arrow keys, Tab, and a press, which leave the focus in the field', async () => {
    show()
    await type('@')
    expect(await chosen()).toBe('Kabir Menon')
    await key('ArrowDown')
    expect(await chosen()).toBe('Ravi Shah')
    await key('ArrowDown')
    await key('ArrowUp')
    expect(await chosen()).toBe('Ravi Shah')
    const option = within(await list()).getByRole('option', { selected: true })
    expect((await field()).getAttribute('aria-activedescendant')).toBe(option.id)
    await key('Tab')
    expect(await field()).toHaveValue('@Ravi Shah ')
    await type('@Ravi Shah @k')
    fireEvent.click(await screen.findByRole('option', { name: 'Kabir Menon' }))
    expect(await field()).toHaveValue('@Ravi Shah @Kabir Menon ')
    expect(await field()).toHaveFocus()
  })

  test('Escape closes the list and not the sheet, until another @ is typed', async () => {
    show()
    await type('@')
    await list()
    await key('Escape')
    expect(screen.queryByRole('listbox')).toBeNull()
    await type('@k')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(screen.getByRole('dialog')).toBeVisible()
    await type('@k @')
    await list()
  })

  test('leaves Enter for a new line where nobody fits, and Ctrl+Enter for adding the note', async () => {
    const sent = recorded()
    show({ [WRITE]: sent.respond })
    await type('@Nobody')
    expect(screen.queryByRole('listbox')).toBeNull()
    await type('@Ravi')
    await list()
    await key('Enter', { ctrlKey: true })
    await waitFor(() => expect(sent.bodies).toHaveLength(1))
    expect(sent.bodies[0]).toMatchObject({ text: '@Ravi', mentions: [] })
  })

  test('works without a network on the saved list of people, and the note waits with its mention', async () => {
    const { unmount, runtime } = show({ [NOTES]: ok([wireNote('Seen.', [])]) })
    await screen.findByText('Seen.')
    await waitFor(async () => expect(await dumpDevice('cache')).toContain('Kabir Menon'))
    await runtime.dispose()
    unmount()
    const offline = { [READERS]: noAnswer, [INBOX]: noAnswer, [NOTES]: noAnswer }
    expectConsole('error', /Could not load/)
    show({ ...NO_NETWORK, ...offline, [WRITE]: noAnswer, 'GET /admin/properties': noAnswer })
    await type('@kab')
    expect(await offered()).toEqual(['Kabir Menon'])
    await key('Enter')
    fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
    const mark = await screen.findByText('@Kabir Menon', { selector: 'span' })
    expect(mark).toHaveClass('mention')
    await waitFor(async () => expect(await dumpDevice('outbox')).toContain('"mentions"'))
  })

  test('of more than ten people is refused with a sentence', async () => {
    const names = [...'ABCDEFGHIJK'].map((letter) => `Person ${letter}`)
    const people = names.map((name, number) => ({ ...reader(1, name), _id: noteIdOf(number) }))
    show({ [READERS]: ok(people) })
    await type('@')
    await list()
    await type(names.map((name) => `@${name}`).join(' '))
    fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
    expect(await screen.findByText('Mention at most 10 people in a note.')).toBeVisible()
  })

  test('of somebody who may not see the record any more says so in the note, which can be edited', async () => {
    const sent = recorded(
      refusal(409, {
        error: 'Ravi Shah may not see this listing now.',
        code: 'cannot-be-mentioned',
      }),
    )
    show({ [WRITE]: sent.respond })
    await type('@ravi')
    await list()
    await key('Enter')
    fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
    expect(await screen.findByText('Ravi Shah may not see this listing now.')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
    await type('Look.', 'Edit note')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent.bodies.at(-1)).toMatchObject({ text: 'Look.', mentions: [] }))
  })
})

const noteIdOf = (number: number) => String(number).padStart(24, '0')

describe('a note that mentions people', () => {
  test('marks them, and the reader apart, but no other words', async () => {
    const text = '@Ravi Shah and @Asha Rao: ask @Kabir Menon.'
    show({ [NOTES]: ok([wireNote(text, [RAVI, ASHA])]) })
    expect(await screen.findByText('@Asha Rao')).toHaveAttribute('data-reader')
    expect(screen.getByText('@Ravi Shah')).not.toHaveAttribute('data-reader')
    expect(screen.queryByText('@Kabir Menon')).toBeNull()
  })

  test('keeps the mention of somebody who has left the team when it is edited', async () => {
    const sent = recorded()
    const gone = { personId: noteIdOf(7), name: 'Old Colleague' }
    const own = { ...wireNote('@Old Colleague look.', [gone]), authorId: 'operator-1' }
    show({ [NOTES]: ok([own]), [WRITE]: sent.respond })
    await screen.findByText('@Old Colleague')
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
    await type('@Old Colleague look again.', 'Edit note')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent.bodies).toHaveLength(1))
    expect(sent.bodies[0]).toMatchObject({ mentions: [gone] })
  })

  const inboxOf = (isRead: boolean) =>
    ok({
      mentions: [
        {
          ...{ noteId: NOTE, about: 'listing', aboutId: ID, title: 'Sea-view flat', isRead },
          ...{ authorId: 'ravi', author: 'Ravi Shah', beginning: '@Asha Rao look.' },
          at: '2025-06-18T08:32:00.000Z',
        },
      ],
      unread: isRead ? 0 : 1,
      nextCursor: null,
    })

  test('is read once it is on the screen, however the reader came there, and marked once', async () => {
    const marks = recorded()
    let isRead = false
    show({
      [NOTES]: ok([wireNote('@Asha Rao look.', [ASHA])]),
      [INBOX]: () => Response.json(inboxOf(isRead)),
      [READ]: (request) => {
        isRead = true
        return marks.respond(request)
      },
    })
    await waitFor(() => expect(marks.paths()).toEqual([`/admin/mentions/${NOTE}/read`]))
  })

  test('stays new without a network, and is marked when the inbox is read again', async () => {
    let isThere = false
    const marks = recorded()
    const { runtime } = show({
      [NOTES]: ok([wireNote('@Asha Rao look.', [ASHA])]),
      [INBOX]: inboxOf(false),
      [READ]: (request) => (isThere ? marks.respond(request) : noAnswer()),
    })
    await screen.findByText('@Asha Rao')
    isThere = true
    await act(() => runtime.queryClient.invalidateQueries())
    await waitFor(() => expect(marks.paths().length).toBeGreaterThan(0))
  })

  test('has the focus when the address names it', async () => {
    show({ [NOTES]: ok([wireNote('@Asha Rao look.', [ASHA])]) }, `${SHEET}#note-${NOTE}`)
    const note = (await screen.findByText('@Asha Rao')).closest('li')
    await waitFor(() => expect(note).toHaveFocus())
  })
})
