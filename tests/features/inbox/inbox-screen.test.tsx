import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setupReview } from '#tests/features/listings/review/review-page.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { NO_NETWORK, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  answer,
  dumpDevice,
  operatorAs,
  type Responses,
  renderApp,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded } from '#tests/support/scripted-answers.ts'

setupReview()

const LISTING = '65f1c0ffee1234567890abcd'
const ADDRESS = '/dashboard?section=inbox'
const INBOX = 'GET /admin/mentions'

const mention = (number: number, more: object = {}) => ({
  noteId: String(number).padStart(24, '0'),
  about: 'listing',
  aboutId: LISTING,
  title: 'Sea-view flat',
  authorId: 'ravi',
  author: 'Ravi Shah',
  beginning: `@Asha Rao look at photo ${number}.`,
  at: '2025-06-18T08:32:00.000Z',
  isRead: false,
  ...more,
})
const page = (mentions: object[], more: object = {}) =>
  ok({ mentions, unread: mentions.length, nextCursor: null, ...more })

function show(responses: Responses, address = ADDRESS) {
  return renderApp({
    address,
    session: operatorAs('owner'),
    responses: {
      ...panelAnswers([wireListing({ _id: LISTING, propertyName: 'Sea-view flat' })]),
      'GET /admin/properties/:id/history': ok([]),
      ...responses,
    },
  })
}

const entries = async () =>
  within(await screen.findByRole('list', { name: 'Mentions' })).getAllByRole('listitem')

test('lists who mentioned the person, about what, and which are new', async () => {
  const about = { about: 'member', aboutId: '65f1c0ffee1234567890abce', title: 'Meera Iyer' }
  show({
    [INBOX]: page([
      mention(2),
      mention(1, { ...about, authorId: null, author: null, isRead: true }),
    ]),
  })
  const [newest, older] = await entries()
  expect(newest).toHaveTextContent(
    'NewRavi Shah18 Jun 25, 14:02Sea-view flat@Asha Rao look at photo 2.',
  )
  expect(older).toHaveTextContent(/^A former colleague18 Jun 25, 14:02Meera Iyer/)
})

test('opens the record at its note, and marks the mention as read', async () => {
  const marks = recorded()
  show({ [INBOX]: page([mention(2)]), 'POST /admin/mentions/:id/read': marks.respond })
  await entries()
  fireEvent.click(screen.getByRole('link', { name: /look at photo 2/ }))
  expect(await screen.findByRole('dialog', { name: 'Sea-view flat' })).toBeVisible()
  expect(window.location.hash).toBe(`#note-${mention(2).noteId}`)
  await waitFor(() => expect(marks.paths()).toEqual([`/admin/mentions/${mention(2).noteId}/read`]))
})

test('marks all as read, up to the newest that is on the screen', async () => {
  const marks = recorded()
  show({
    [INBOX]: page([mention(2), mention(1)]),
    'POST /admin/mentions/read': (request) => {
      // The server has marked them before it answers, after which the inbox is read again.
      answer({ [INBOX]: page([mention(2, { isRead: true })], { unread: 0 }) })
      return marks.respond(request)
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(marks.bodies).toEqual([{ upTo: mention(2).noteId }]))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
  expect(await screen.findByRole('heading', { name: 'Inbox' })).toHaveFocus()
})

test('says what to do for a first mention, and pages through older ones', async () => {
  show({
    [INBOX]: (request) =>
      Response.json(
        request.url.includes('cursor=next')
          ? page([mention(1)])
          : page([mention(2)], { nextCursor: 'next' }),
      ),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Older mentions' }))
  expect(await screen.findByText(/photo 1/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Newest mentions' }))
  expect(await screen.findByText(/photo 2/)).toBeVisible()
  answer({ [INBOX]: page([]) })
})

test('is empty with a sentence about what mentions are', async () => {
  show({ [INBOX]: page([]) })
  expect(await screen.findByText('No mentions yet')).toBeVisible()
})

test('counts new mentions at the menu and in it, and again after a notice', async () => {
  const { runtime } = show({ [INBOX]: page([mention(1), mention(2)]) }, '/dashboard')
  expect(await screen.findByText('2 new in the inbox')).toBeInTheDocument()
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }))
  const link = await screen.findByRole('link', { name: /^Inbox/ })
  await waitFor(() => expect(link).toHaveTextContent('Inbox2 2 new in the inbox'))
  answer({ [INBOX]: page([mention(1)]) })
  await act(() => runtime.queryClient.invalidateQueries())
  await waitFor(() => expect(link).toHaveTextContent('Inbox1 1 new in the inbox'))
  answer({ [INBOX]: page([]) })
  await act(() => runtime.queryClient.invalidateQueries())
  await waitFor(() => expect(link).toHaveTextContent(/^Inbox$/))
})

test('shows what was seen before when the network is gone', async () => {
  const { unmount, runtime } = show({ [INBOX]: page([mention(2)]) })
  await entries()
  await waitFor(async () => expect(await dumpDevice('cache')).toContain('look at photo 2'))
  await runtime.dispose()
  unmount()
  expectConsole('error', /Could not load/)
  show({ ...NO_NETWORK, [INBOX]: noAnswer })
  expect((await entries())[0]).toHaveTextContent('look at photo 2')
  expect(await screen.findByText(/^Saved copy from/)).toBeVisible()
})

test('is not offered to a role that sees no listings', async () => {
  renderApp({
    address: ADDRESS,
    session: operatorAs('loans'),
    responses: {
      ...panelAnswers([]),
      'GET /admin/me': ok({ role: 'loans', permissions: ['see-loans'] }),
    },
  })
  expect(await screen.findByText('Your role may not see listings. Ask the owner.')).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Inbox/ })).toBeNull()
})
