import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { answer, MEERA, openDrain, openOutbox } from '#tests/support/render-with-sync.tsx'
import { held, noAnswer, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import {
  CREATE,
  eventsPage,
  LIST,
  setupEvents,
  showEvents,
  UPDATE,
  VISIT,
  VISIT_START,
  wireEvent,
} from './events-page.ts'

setupEvents()

const refuse = refusal(422, { error: 'No room for this.' })
const findForm = () => screen.findByRole('dialog', { name: 'Edit event' })

/** The texts of the buttons beside this explanation of a refusal. */
async function buttonsBeside(why: string | RegExp) {
  const note = (await screen.findByText(why)).closest<HTMLElement>('.event-parked')
  const buttons = within(note ?? document.body).getAllByRole('button')
  return buttons.map(({ textContent }) => textContent)
}

describe('a change that needs attention', () => {
  test('remains in the list with the reason of its refusal, and can be edited and sent', async () => {
    showEvents({ responses: { [CREATE]: refuse } })
    await eventsPage.create(VISIT)
    const item = await eventsPage.find('Site visit')
    await user.sees('Needs attention', item)
    await user.sees('No room for this.', item)
    await user.sees('Failed to create event!')
    const call = recorded({ _id: 'e9', title: 'Smaller visit' })
    answer({ [CREATE]: call.respond })
    await user.press('Edit Site visit')
    await user.sees(/^No room for this\. Change what is needed/, await findForm())
    await user.fill({ Title: 'Smaller visit' })
    await user.press('Save')
    await user.sees('Event created successfully!')
    expect(call.bodies).toMatchObject([{ title: 'Smaller visit', startsAt: VISIT_START }])
    const sent = within(await eventsPage.find('Smaller visit'))
    expect(sent.queryByText('Needs attention')).toBeNull()
  })

  test("shows the server's messages next to their fields", async () => {
    const fields = { title: 'This title is taken.', place: 'Nobody knows this place.' }
    showEvents({ responses: { [CREATE]: refusal(400, { error: fields.title, fields }) } })
    await eventsPage.create(VISIT)
    await screen.findByText(fields.title)
    await user.press('Edit Site visit')
    const form = within(await findForm())
    expect(form.getByLabelText('Title')).toHaveAccessibleDescription(fields.title)
    expect(form.getByLabelText('Place')).toHaveAccessibleDescription(fields.place)
    expect(form.getByLabelText('Title')).toHaveValue('Site visit')
  })

  test('can be sent again unchanged, with its first idempotency key', async () => {
    const refused = recorded(refusal(422, { error: 'Not now.' }))
    showEvents({ responses: { [UPDATE]: refused.respond } })
    await eventsPage.edit('Baner open house', { Title: 'Open flat' })
    await screen.findByText('Not now.')
    const accepted = recorded({ _id: 'e1', title: 'Open flat' })
    answer({ [UPDATE]: accepted.respond })
    await eventsPage.pressIn('Open flat', 'Send again')
    await user.seesNo('Not now.')
    await waitFor(() => expect(accepted.bodies).toEqual(refused.bodies))
    expect(accepted.headers('Idempotency-Key')).toEqual(refused.headers('Idempotency-Key'))
    await waitFor(async () => expect(await eventsPage.find('Open flat')).toHaveFocus())
  })

  test('can be sent again or discarded if it may already have reached the server', async () => {
    expectConsole('error', /Could not load events/)
    const { runtime } = showEvents({
      session: { ...MEERA, takesKeys: false },
      responses: { [LIST]: noAnswer, [CREATE]: noAnswer },
    })
    await eventsPage.create(VISIT)
    await waitFor(async () =>
      expect(await eventsPage.queued()).toMatchObject([{ lastError: { status: null } }]),
    )
    await (await openDrain(runtime)).idle()
    const times = { startsAt: VISIT_START, endsAt: '2025-11-23T11:30:00.000Z' }
    answer({ [LIST]: [wireEvent({ _id: 'e9', title: 'Site visit', place: null, ...times })] })
    await eventsPage.goOnline()
    const buttons = await buttonsBeside(/your list has an event that says the same/)
    expect(buttons).toEqual(['Send again', 'Discard'])
  })

  test('can only be discarded if it cannot succeed', async () => {
    showEvents({ responses: { [UPDATE]: refusal(404, { error: 'No.', code: 'not-found' }) } })
    await eventsPage.edit('Baner open house', { Title: 'Open flat' })
    const why = 'This event was deleted on the server meanwhile.'
    expect(await buttonsBeside(why)).toEqual(['Discard'])
    await user.sees(/There is nothing left to change\. Discard this/)
    expect(screen.queryByText('No.')).toBeNull()
  })

  test('can be discarded after a confirmation', async () => {
    showEvents({ responses: { [UPDATE]: refuse } })
    await eventsPage.edit('Baner open house', { Title: 'Open flat' })
    await screen.findByText('No room for this.')
    await eventsPage.pressIn('Open flat', 'Discard')
    const text = await user.confirm('Cancel', 'Discard this change?')
    expect(text).toContain('stays as the server has it')
    expect(await eventsPage.queued()).toHaveLength(1)
    await eventsPage.pressIn('Open flat', 'Discard')
    await user.confirm('Discard')
    await waitFor(async () => expect(await eventsPage.find('Baner open house')).toHaveFocus())
    expect(await eventsPage.queued()).toEqual([])
  })
})

test('the confirmation of a discard names the later edit that would be discarded too', async () => {
  const refused = held({ success: false, error: 'No room for this.' }, 422)
  showEvents({ responses: { [CREATE]: refused.respond } })
  await eventsPage.create(VISIT)
  await user.sees(/Sending/, await eventsPage.find('Site visit'))
  await eventsPage.edit('Site visit', { Place: 'Kothrud' })
  await eventsPage.seeClosed()
  refused.letGo()
  await screen.findByText('No room for this.')
  await eventsPage.pressIn('Site visit', 'Discard')
  const text = await user.confirm('Cancel', 'Discard this change?')
  expect(text).toContain('“Change event”, which you decided after it, goes with it.')
})

describe('a new event that gets its id from the server', () => {
  test("keeps its open form with text and focus, and saving uses the server's id", async () => {
    const created = recorded({ _id: 'e9', version: 1, title: 'Site visit' })
    const updated = recorded({ _id: 'e9', version: 2 })
    showEvents({ responses: { [CREATE]: created.respond, [UPDATE]: updated.respond } })
    await eventsPage.goOffline()
    await eventsPage.create(VISIT)
    await eventsPage.seeClosed()
    await user.press('Edit Site visit')
    expect(window.location.search).toMatch(/^\?open=new-/)
    const note = await screen.findByLabelText('Note')
    note.focus()
    await user.fill({ Note: 'Ring twice' })
    await eventsPage.goOnline()
    await waitFor(() => expect(window.location.search).toBe('?open=e9'))
    expect(screen.getByLabelText('Note')).toBe(note)
    expect(note).toHaveValue('Ring twice')
    expect(note).toHaveFocus()
    await user.press('Save')
    await waitFor(() => expect(updated.bodies).toEqual([{ note: 'Ring twice' }]))
    expect([updated.paths(), created.bodies.length]).toEqual([['/events/e9'], 1])
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('keeps the draft that was typed in its form before the form was closed', async () => {
    showEvents({ responses: { [CREATE]: { _id: 'e9', version: 1, title: 'Site visit' } } })
    await eventsPage.goOffline()
    await eventsPage.create(VISIT)
    await user.press('Edit Site visit')
    await user.fill({ Note: 'Ring twice' })
    await user.press('Close')
    await eventsPage.goOnline()
    await eventsPage.seeSent('Site visit')
    await user.press('Edit Site visit')
    expect(window.location.search).toBe('?open=e9')
    expect(screen.getByLabelText('Note')).toHaveValue('Ring twice')
    await user.sees('Your unsaved text was kept')
  })
})

test('the form remains open with its text if the device cannot store the change', async () => {
  const { runtime } = showEvents()
  await eventsPage.find('Baner open house')
  const store = await openOutbox(runtime)
  store.queueChange = () => Promise.reject(new Error('disk full'))
  expectConsole('error', /could not be saved on this device/)
  await eventsPage.create(VISIT)
  await user.sees(/so nothing was sent/)
  const dialog = within(screen.getByRole('dialog', { name: 'New event' }))
  expect(dialog.getByLabelText('Title')).toHaveValue('Site visit')
})
