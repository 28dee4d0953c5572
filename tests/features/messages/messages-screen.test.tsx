import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Message } from '#src/domain/message.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { answer, MEERA, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const LIST = 'GET /account/messages'
const PUSH_OFF = ok({ publicKey: 'AQID', isOn: false })

function message(change: Partial<Message> = {}): Message {
  return {
    id: 'm1',
    kind: 'changes-needed',
    listingId: 'a'.repeat(24),
    hasListing: true,
    title: 'Sunlit flat',
    at: '2026-01-05T10:00:00.000Z',
    isRead: false,
    isAnswered: false,
    reason: { sentence: 'Add clear photos.', note: 'The kitchen is missing.' },
    grievance: null,
    expectedBy: null,
    ...change,
  }
}

function pageOf(messages: Message[], nextCursor: string | null = null) {
  const unread = messages.filter(({ isRead }) => !isRead).length
  return ok(messages, { meta: { unread, nextCursor } })
}

function open(messages: Message[], address = '/account/messages') {
  const responses = { [LIST]: pageOf(messages), 'GET /account/push': PUSH_OFF }
  return renderApp({ session: MEERA, address, responses })
}

describe('the messages', () => {
  test('are opened by a link that shows the number of unread messages', async () => {
    answer({ 'GET /events/user': [] })
    open([message(), message({ id: 'm2', isRead: true })], '/account/events')
    await user.follow('Messages (1 new)')
    expect(await screen.findByRole('heading', { name: 'Messages' })).toBeVisible()
  })

  test('state the decision and its reason, and link to the listing', async () => {
    open([
      message(),
      message({ id: 'm2', kind: 'approved', title: 'Shop', reason: null, isRead: true }),
      message({ id: 'm3', kind: 'rejected', title: 'Plot', reason: null, hasListing: false }),
    ])
    const [first, second, third] = await screen.findAllByRole('listitem')
    expect(first).toHaveTextContent(
      /^Changes neededNew05 Jan 26, 15:30Sunlit flatAdd clear photos\.Note: “The kitchen is missing\.”Correct it and submit it again\./,
    )
    const link = within(first ?? document.body).getByRole('link', { name: /^Open listing/ })
    expect(link).toHaveAttribute('href', `/account/listings?open=${'a'.repeat(24)}`)
    expect(second).toHaveTextContent(/^Approved.*Shop/)
    expect(second).not.toHaveTextContent('New')
    expect(third).toHaveTextContent(/^RejectedNew.*This listing was deleted/)
  })

  test('ask for no correction of a listing that was submitted again', async () => {
    open([message({ isAnswered: true })])
    const item = await screen.findByRole('listitem')
    expect(item).toHaveTextContent(
      'The listing is no longer rejected: there is nothing to correct.',
    )
    expect(item).not.toHaveTextContent('submit it again')
  })

  test('are marked as read one by one, or all up to the newest that is shown', async () => {
    let messages = [message(), message({ id: 'm2', title: 'Shop' })]
    const markAs = (isMarked: (one: Message) => boolean) =>
      recorded(() => {
        messages = messages.map((one) => ({ ...one, isRead: one.isRead || isMarked(one) }))
        return HttpResponse.json(ok())
      })
    const second = markAs(({ id }) => id === 'm2')
    const all = markAs(() => true)
    open(messages)
    answer({
      [LIST]: () => HttpResponse.json(pageOf(messages)),
      'POST /account/messages/m2/read': second.respond,
      'POST /account/messages/read': all.respond,
    })
    await user.press('Mark as read: Shop')
    await waitFor(() => expect(screen.getAllByText('New')).toHaveLength(1))
    await user.press('Mark all as read')
    await user.seesNo('New')
    expect([second.bodies.length, all.bodies]).toEqual([1, [{ upTo: 'm1' }]])
    expect(screen.queryByRole('button', { name: /read/ })).toBeNull()
  })

  test('are loaded page by page', async () => {
    open([message()])
    answer({
      [LIST]: (request) =>
        HttpResponse.json(
          new URL(request.url).searchParams.has('cursor')
            ? pageOf([message({ id: 'm9', title: 'The oldest' })])
            : pageOf([message()], 'next'),
        ),
    })
    await user.press('Older messages')
    await user.sees('The oldest')
    await user.press('Newest messages')
    await user.sees('Sunlit flat')
  })

  test('report that the server cannot be reached, and can be loaded again', async () => {
    expectConsole('error', /Could not load/)
    open([])
    answer({ [LIST]: noAnswer })
    await user.sees(/The server cannot be reached/)
    answer({ [LIST]: pageOf([]) })
    await user.press('Try again')
    await user.sees('No messages yet')
  })
})

describe('notifications', () => {
  const { serviceWorker } = navigator
  afterEach(() => {
    vi.unstubAllGlobals()
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  })

  /** Stubs a browser with the Push API and the user's answer to its permission prompt. */
  function stubBrowser({ permission = 'granted', isReachable = true, hasWorker = true } = {}) {
    let subscription: object | null = null
    let made = 0
    const pushManager = {
      getSubscription: async () => subscription,
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
        if (!isReachable) throw new DOMException('push service error', 'AbortError')
        if (subscription) return subscription
        made += 1
        const endpoint = `https://push.example.com/${made}`
        const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
        subscription = {
          options: { applicationServerKey: applicationServerKey.buffer },
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => {
            subscription = null
          },
        }
        return subscription
      },
    }
    const requestPermission = vi.fn(async () => permission)
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { requestPermission })
    const getRegistration = async () => (hasWorker ? { pushManager } : undefined)
    Object.defineProperty(navigator, 'serviceWorker', {
      value: { getRegistration },
      configurable: true,
    })
    return { requestPermission, isSubscribed: () => subscription !== null }
  }

  const findSwitch = () => screen.findByRole('switch', { name: 'Notify me on this device' })

  test('request permission only when switched on, and are switched on and off on device and server', async () => {
    const browser = stubBrowser()
    const push = (isOn: boolean) => ({ 'GET /account/push': ok({ publicKey: 'AQID', isOn }) })
    const switchTo = (isOn: boolean) =>
      recorded(() => {
        answer(push(isOn))
        return HttpResponse.json(ok())
      })
    const [on, off] = [switchTo(true), switchTo(false)]
    open([])
    answer({ 'PUT /account/push': on.respond, 'DELETE /account/push': off.respond })
    const toggle = await findSwitch()
    expect(toggle).toHaveAttribute('aria-checked', 'false')
    expect(browser.requestPermission).not.toHaveBeenCalled()
    await userEvent.click(toggle)
    await waitFor(() => expect(toggle).toHaveAttribute('aria-checked', 'true'))
    expect(browser.requestPermission).toHaveBeenCalledOnce()
    expect(on.bodies).toMatchObject([{ endpoint: 'https://push.example.com/1' }])
    await userEvent.click(toggle)
    await waitFor(() => expect(browser.isSubscribed()).toBe(false))
    await waitFor(() => expect(toggle).toHaveAttribute('aria-checked', 'false'))
    expect(off.bodies).toHaveLength(1)
  })

  test("begin a new subscription if the browser's is of another person who is signed in elsewhere", async () => {
    const browser = stubBrowser()
    const taken = { error: 'Of another person.', code: 'endpoint-taken' }
    const first = recorded(() => {
      answer({ 'PUT /account/push': second.respond })
      return refusal(409, taken)()
    })
    const second = recorded(() => {
      answer({ 'GET /account/push': ok({ publicKey: 'AQID', isOn: true }) })
      return HttpResponse.json(ok())
    })
    open([])
    answer({ 'PUT /account/push': first.respond })
    const toggle = await findSwitch()
    await userEvent.click(toggle)
    await waitFor(() => expect(toggle).toHaveAttribute('aria-checked', 'true'))
    const endpoints = [first, second].map(({ bodies }) => bodies)
    expect(endpoints).toMatchObject([
      [{ endpoint: 'https://push.example.com/1' }],
      [{ endpoint: 'https://push.example.com/2' }],
    ])
    expect(browser.isSubscribed()).toBe(true)
  })

  test.each([
    ['blocks them', { permission: 'denied' }, /are blocked for this site/],
    ['leaves the prompt unanswered', { permission: 'default' }, /was not allowed to show/],
    ['has no service worker yet', { hasWorker: false }, /not ready on this device yet/],
    ['cannot reach its push service', { isReachable: false }, /cannot reach its push service/],
  ])('explain the failure when the browser %s', async (_, browser, sentence) => {
    stubBrowser(browser)
    open([])
    await userEvent.click(await findSwitch())
    await user.sees(sentence)
    expect(await findSwitch()).toHaveAttribute('aria-checked', 'false')
  })

  test('report that this browser does not support them', async () => {
    open([])
    await userEvent.click(await findSwitch())
    await user.sees('This browser cannot show notifications.')
  })

  test('say why a site without an https address has none, and ask for no permission', async () => {
    const browser = stubBrowser()
    open([])
    answer({ 'GET /account/push': ok({ publicKey: null, isOn: false }) })
    await user.sees('This site cannot send notifications yet. Its operators can turn them on.')
    expect(browser.requestPermission).not.toHaveBeenCalled()
  })

  test("show the server's refusal", async () => {
    stubBrowser()
    open([])
    const error = 'Verify your e-mail address first.'
    answer({
      'PUT /account/push': refusal(403, { error, code: 'not-verified' }),
    })
    await userEvent.click(await findSwitch())
    await user.sees(error)
  })
})

test('a grievance is named by its number, with the day of its answer, and then with the answer', async () => {
  const grievance = { number: 'G-4821-7730', dueAt: '2026-01-20T10:00:00.000Z', answer: null }
  const about = { listingId: null, hasListing: false, title: null, reason: null }
  open([
    message({
      ...about,
      kind: 'grievance-answered',
      grievance: { ...grievance, answer: 'We have removed it.' },
    }),
    message({ ...about, id: 'm2', kind: 'grievance-received', isRead: true, grievance }),
  ])
  const [answered, received] = await screen.findAllByRole('listitem', {
    name: 'Grievance G-4821-7730',
  })
  expect(answered).toHaveTextContent('We have removed it.')
  expect(received).toHaveTextContent('You get an answer by 20 Jan 26.')
  expect(screen.queryByText(/listing/i, { selector: 'li *' })).toBeNull()
})

test('a delay says the new time in India, and after the decision that nothing waits', async () => {
  const delay = {
    kind: 'review-delayed',
    reason: null,
    expectedBy: '2026-01-08T05:30:00.000Z',
  } as const
  open([message(delay), message({ ...delay, id: 'm2', title: 'Old flat', isAnswered: true })])
  expect(await screen.findByRole('listitem', { name: 'Sunlit flat' })).toHaveTextContent(
    'The review takes longer than we said. Four of five such listings are now decided by Thu 08 Jan, 11:00.',
  )
  const decided = screen.getByRole('listitem', { name: 'Old flat' })
  expect(decided).toHaveTextContent('This listing does not wait any more.')
  expect(decided).not.toHaveTextContent('11:00')
})
