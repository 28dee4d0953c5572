import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { createGate } from '#tests/support/outbox/drain-device.ts'
import { answer, MEERA, openDrain, openOutbox } from '#tests/support/render-with-sync.tsx'
import { noAnswer, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import {
  CREATE,
  editEvent,
  findItem,
  goOffline,
  goOnline,
  LIST,
  listQueued,
  makeEvent,
  press,
  pressIn,
  recording,
  refuse,
  seeClosed,
  setupEvents,
  showEvents,
  typeIn,
  UPDATE,
  VISIT,
  VISIT_START,
  wireEvent,
} from './events-page.ts'

setupEvents()

describe('a change that needs attention', () => {
  test('remains in the list with the reason of its refusal, and can be edited and sent', async () => {
    showEvents({ responses: { [CREATE]: refuse } })
    await makeEvent(VISIT)
    const item = within(await findItem('Site visit'))
    expect(await item.findByText('Needs attention')).toBeVisible()
    expect(item.getByText('No room for this.')).toBeVisible()
    await user.sees('Failed to create event!')
    const { calls, answered } = recording({ _id: 'e9', title: 'Smaller visit' }, 201)
    answer({ [CREATE]: answered })
    await press('Edit Site visit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit event' }))
    expect(dialog.getByText(/^No room for this\. Change what is needed/)).toBeVisible()
    await typeIn({ Title: 'Smaller visit' })
    await press('Save')
    await user.sees('Event created successfully!')
    expect(calls).toMatchObject([{ body: { title: 'Smaller visit', startsAt: VISIT_START } }])
    expect(within(await findItem('Smaller visit')).queryByText('Needs attention')).toBeNull()
  })

  test("shows the server's messages next to their fields", async () => {
    const said = { title: 'This title is taken.', place: 'Nobody knows this place.' }
    const refusing = recording({ error: said.title, fields: said }, 400)
    showEvents({ responses: { [CREATE]: refusing.answered } })
    await makeEvent(VISIT)
    await screen.findByText(said.title)
    await press('Edit Site visit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit event' }))
    expect(dialog.getByLabelText('Title')).toHaveAccessibleDescription(said.title)
    expect(dialog.getByLabelText('Place')).toHaveAccessibleDescription(said.place)
    expect(dialog.getByLabelText('Title')).toHaveValue('Site visit')
  })

  test('can be sent again unchanged, with its first idempotency key', async () => {
    const refusing = recording({ error: 'Not now.' }, 422)
    showEvents({ responses: { [UPDATE]: refusing.answered } })
    await editEvent('Baner open house', { Title: 'Open flat' })
    await screen.findByText('Not now.')
    const taking = recording({ _id: 'e1', title: 'Open flat' })
    answer({ [UPDATE]: taking.answered })
    await pressIn('Open flat', 'Send again')
    await user.seesNo('Not now.')
    await waitFor(() => expect(taking.calls).toEqual(refusing.calls))
    await waitFor(async () => expect(await findItem('Open flat')).toHaveFocus())
  })

  test('can be sent again or discarded if it may already have reached the server', async () => {
    expectConsole('error', /Could not load events/)
    const lost = noAnswer
    const { runtime } = showEvents({
      session: { ...MEERA, takesKeys: false },
      responses: { [LIST]: lost, [CREATE]: lost },
    })
    await makeEvent(VISIT)
    await waitFor(async () => {
      const changes = await listQueued(runtime)
      expect(changes).toMatchObject([{ lastError: { status: null } }])
    })
    await (await openDrain(runtime)).idle()
    const times = { startsAt: VISIT_START, endsAt: '2025-11-23T11:30:00.000Z' }
    answer({ [LIST]: [wireEvent({ _id: 'e9', title: 'Site visit', place: null, ...times })] })
    await goOnline(runtime)
    const note = await screen.findByText(/your list has an event that says the same/)
    const buttons = within(note.closest<HTMLElement>('.event-parked') ?? document.body)
    expect(buttons.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Send again',
      'Discard',
    ])
  })

  test('can be discarded after a confirmation', async () => {
    const { runtime } = showEvents({ responses: { [UPDATE]: refuse } })
    await editEvent('Baner open house', { Title: 'Open flat' })
    await screen.findByText('No room for this.')
    await pressIn('Open flat', 'Discard')
    const question = within(screen.getByRole('alertdialog', { name: 'Discard this change?' }))
    expect(question.getByText(/stays as the server has it/)).toBeVisible()
    await press('Cancel')
    expect(await listQueued(runtime)).toHaveLength(1)
    await pressIn('Open flat', 'Discard')
    screen.getByRole('alertdialog').querySelector<HTMLElement>('[data-variant="danger"]')?.click()
    await waitFor(async () => expect(await findItem('Baner open house')).toHaveFocus())
    expect(await listQueued(runtime)).toEqual([])
  })
})

describe('the explanation of a refusal', () => {
  const gone = refusal(404, { error: 'No such event.', code: 'not-found' })

  test('does not offer to resend a change that cannot succeed', async () => {
    showEvents({ responses: { [UPDATE]: gone } })
    await editEvent('Baner open house', { Title: 'Open flat' })
    const why = await screen.findByText('This event was deleted on the server meanwhile.')
    const note = within(why.closest<HTMLElement>('.event-parked') ?? document.body)
    expect(note.getByText(/There is nothing left to change\. Discard this/)).toBeVisible()
    expect(note.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Discard'])
    expect(screen.queryByText('No such event.')).toBeNull()
  })

  test('names the later edit that would be discarded together with the change', async () => {
    const gate = createGate<null>()
    showEvents({ responses: { [CREATE]: () => gate.pass().then(refuse) } })
    await makeEvent(VISIT)
    await within(await findItem('Site visit')).findByText(/Sending/)
    await editEvent('Site visit', { Place: 'Kothrud' })
    await seeClosed()
    gate.open(null)
    await screen.findByText('No room for this.')
    await pressIn('Site visit', 'Discard')
    const question = within(screen.getByRole('alertdialog', { name: 'Discard this change?' }))
    expect(
      question.getByText('“Change event”, which you decided after it, goes with it.'),
    ).toBeVisible()
  })
})

describe('a new event that gets its id from the server', () => {
  test("keeps its open form with text and focus, and saving uses the server's id", async () => {
    const made = recording({ _id: 'e9', version: 1, title: 'Site visit' }, 201)
    const updated = recording({ _id: 'e9', version: 2 })
    const { runtime } = showEvents({
      responses: { [CREATE]: made.answered, [UPDATE]: updated.answered },
    })
    await findItem('Baner open house')
    goOffline(runtime)
    await makeEvent(VISIT)
    await seeClosed()
    await press('Edit Site visit')
    expect(window.location.search).toMatch(/^\?open=new-/)
    const note = await screen.findByLabelText('Note')
    note.focus()
    await typeIn({ Note: 'Ring twice' })
    await goOnline(runtime)
    await waitFor(() => expect(window.location.search).toBe('?open=e9'))
    expect(screen.getByLabelText('Note')).toBe(note)
    expect(note).toHaveValue('Ring twice')
    expect(note).toHaveFocus()
    await press('Save')
    await waitFor(() => expect(updated.calls).toHaveLength(1))
    expect(updated.calls).toMatchObject([{ path: '/api/events/e9', body: { note: 'Ring twice' } }])
    expect(made.calls).toHaveLength(1)
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('keeps the draft that was typed in its form before the form was closed', async () => {
    const made = recording({ _id: 'e9', version: 1, title: 'Site visit' }, 201)
    const { runtime } = showEvents({ responses: { [CREATE]: made.answered } })
    await findItem('Baner open house')
    goOffline(runtime)
    await makeEvent(VISIT)
    await press('Edit Site visit')
    await typeIn({ Note: 'Ring twice' })
    await press('Close')
    await goOnline(runtime)
    await waitFor(async () =>
      expect(within(await findItem('Site visit')).queryByText(/Waiting|Sending/)).toBeNull(),
    )
    await press('Edit Site visit')
    expect(window.location.search).toBe('?open=e9')
    expect(screen.getByLabelText('Note')).toHaveValue('Ring twice')
    expect(screen.getByText('Your unsaved text was kept')).toBeVisible()
  })
})

test('the form remains open with its text if the device cannot store the change', async () => {
  const { runtime } = showEvents()
  await findItem('Baner open house')
  const store = await openOutbox(runtime)
  store.queueChange = () => Promise.reject(new Error('disk full'))
  expectConsole('error', /could not be saved on this device/)
  await makeEvent(VISIT)
  await user.sees(/so nothing was sent/)
  const dialog = within(screen.getByRole('dialog', { name: 'New event' }))
  expect(dialog.getByLabelText('Title')).toHaveValue('Site visit')
})
