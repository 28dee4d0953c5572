import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { seeReady, setupReview } from '#tests/features/listings/review/review-page.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { NO_NETWORK, panelAnswers, wireClaim, wireListing } from '#tests/support/panel-answers.ts'
import {
  answer,
  dumpDevice,
  operatorAs,
  type Responses,
  renderApp,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded } from '#tests/support/scripted-answers.ts'

setupReview()

const ID = '65f1c0ffee1234567890abcd'
const SHEET = `/dashboard?section=property&open=${ID}`
const REVIEW = `/dashboard?section=property&review=${ID}`
const NOTES = 'GET /admin/properties/:id/notes'
const WRITE = 'PUT /admin/notes/:id'

const wireNote = (text: string, more: object = {}) => ({
  _id: '65a000000000000000000041',
  authorId: 'ravi',
  author: 'Ravi Shah',
  text,
  at: '2025-06-18T08:32:00.000Z',
  earlier: [],
  editedAt: null,
  removedAt: null,
  removedById: null,
  removedBy: null,
  ...more,
})

function show(address: string, responses: Responses = {}) {
  return renderApp({
    address,
    session: operatorAs('reviewer'),
    responses: {
      ...panelAnswers([wireListing({ _id: ID, propertyName: 'Sea-view flat' })]),
      'GET /admin/properties/:id/history': ok([]),
      ...responses,
    },
  })
}

const section = () => screen.findByRole('region', { name: 'Notes of the team' })
const field = async (label = 'New note') => screen.findByLabelText<HTMLTextAreaElement>(label)
const type = async (text: string, label?: string) =>
  fireEvent.change(await field(label), { target: { value: text } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe("a listing's details", () => {
  test('add a note, which is shown at once and sent once with its key', async () => {
    const sent = recorded()
    show(SHEET, { [WRITE]: sent.respond })
    await type('Ask her for photos.')
    press('Add note')
    expect(await within(await section()).findByText('Ask her for photos.')).toBeVisible()
    await waitFor(() => expect(sent.paths()).toHaveLength(1))
    expect(await field()).toHaveValue('')
  })

  test('add a note without a network, which waits, and can be undone', async () => {
    show(SHEET, { ...NO_NETWORK, [WRITE]: noAnswer })
    await type('Ask her for photos.')
    press('Add note')
    const notes = await section()
    expect(await within(notes).findByText('Ask her for photos.')).toBeVisible()
    expect(await within(notes).findByText(/^(Waiting|Sending…)$/)).toBeVisible()
  })

  test('refuse an empty note with a sentence, and keep the focus where it is', async () => {
    show(SHEET)
    await type('  \n ')
    press('Add note')
    expect(await screen.findByText('Write the note.')).toBeVisible()
  })

  test('show the earlier texts of an edited note, and the mark of a removed one', async () => {
    const edited = wireNote('Ask her for new photos.', {
      earlier: [{ text: 'Ask her.', at: '2025-06-18T08:32:00.000Z' }],
      editedAt: '2025-06-18T09:32:00.000Z',
    })
    const removed = wireNote('', {
      _id: '65a000000000000000000042',
      removedAt: '2025-06-18T10:32:00.000Z',
      removedById: 'operator-1',
    })
    show(SHEET, { [NOTES]: ok([edited, removed]) })
    const notes = await section()
    fireEvent.click(await within(notes).findByText(/^Edited 18 Jun 25/))
    expect(within(notes).getByText('Ask her.')).toBeVisible()
    expect(within(notes).getByText(/^Removed by you on 18 Jun 25/)).toBeVisible()
    // A colleague's note has no buttons for a reviewer.
    expect(within(notes).queryByRole('button', { name: /^(Edit|Remove)$/ })).toBeNull()
  })

  test('keep what somebody types while a note of a colleague arrives, and over a reload', async () => {
    const { runtime, unmount } = show(SHEET)
    await type('Half a sente')
    answer({ [NOTES]: ok([wireNote('She has sent photos.')]) })
    await act(() => runtime.queryClient.invalidateQueries())
    expect(await screen.findByText('She has sent photos.')).toBeVisible()
    expect(await field()).toHaveValue('Half a sente')
    unmount()
    show(SHEET)
    expect(await field()).toHaveValue('Half a sente')
  })

  test('keep an edit that was begun when the note is removed meanwhile: it becomes a new note', async () => {
    const sent = recorded()
    const own = wireNote('Ask her.', { authorId: 'operator-1', author: 'Asha Rao' })
    const { runtime } = show(SHEET, { [NOTES]: ok([own]), [WRITE]: sent.respond })
    await screen.findByText('Ask her.')
    press('Edit')
    await type('Ask her for photos.', 'Edit note')
    const removed = { ...own, text: '', removedAt: '2025-06-18T10:32:00.000Z' }
    answer({ [NOTES]: ok([removed]) })
    await act(() => runtime.queryClient.invalidateQueries())
    expect(await field('Your text, as a new note')).toHaveValue('Ask her for photos.')
    press('Save')
    await waitFor(() => expect(sent.paths()).toHaveLength(1))
    expect(sent.paths()[0]).not.toContain(own._id)
  })

  test('say why the server refused a note, which stays readable', async () => {
    show(SHEET, {
      [WRITE]: () =>
        HttpResponse.json(
          {
            success: false,
            error: 'There are 300 notes about it already.',
            code: 'too-many-notes',
          },
          { status: 409 },
        ),
    })
    await type('Ask her for photos.')
    press('Add note')
    expect(await screen.findByText('There are 300 notes about it already.')).toBeVisible()
    expect(screen.getByText('Ask her for photos.')).toBeVisible()
  })
})

describe('the review', () => {
  test('shows the number of notes and the newest in one line, and opens them by a key', async () => {
    const older = wireNote('Called her.', { _id: '65a000000000000000000040' })
    show(REVIEW, { [NOTES]: ok([older, wireNote('She sends photos.')]) })
    await seeReady('Sea-view flat')
    const line = await screen.findByRole('button', { name: '2 notes Ravi Shah: She sends photos.' })
    expect(line).toHaveAttribute('aria-expanded', 'false')
    fireEvent.keyDown(document.body, { key: 'n' })
    expect(await screen.findByText('Called her.')).toBeVisible()
    expect(line).toHaveAttribute('aria-expanded', 'true')
    expect(await field()).toBeVisible()
  })

  test('tells colleagues that there is typed text, and no more once the note is added', async () => {
    const claims: boolean[] = []
    show(REVIEW, {
      [WRITE]: ok(),
      'POST /admin/claims/:id': async (request) => {
        claims.push(((await request.json()) as { hasUnsavedText: boolean }).hasUnsavedText) // the API contract of this call
        return Response.json({ success: true, data: wireClaim(ID) })
      },
    })
    await seeReady('Sea-view flat')
    press(/^Notes/)
    await type('Half a sente')
    await waitFor(() => expect(claims.at(-1)).toBe(true))
    press('Add note')
    await waitFor(() => expect(claims.at(-1)).toBe(false))
  })

  test('shows a note that was read before when the network is gone', async () => {
    const { unmount, runtime } = show(REVIEW, { [NOTES]: ok([wireNote('She sends photos.')]) })
    await seeReady('Sea-view flat')
    await screen.findByText('Ravi Shah: She sends photos.')
    await waitFor(async () => expect(await dumpDevice('cache')).toContain('She sends photos.'))
    await runtime.dispose()
    unmount()
    expectConsole('error', /Could not load/)
    show(REVIEW, { ...NO_NETWORK, [NOTES]: noAnswer, 'GET /admin/properties': noAnswer })
    await seeReady('Sea-view flat')
    expect(await screen.findByText('Ravi Shah: She sends photos.')).toBeVisible()
  })
})
