import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Message } from '#src/domain/message.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { answer, MEERA, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, refusal } from '#tests/support/scripted-answers.ts'
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
    reason: { sentence: 'Add clear photos.', note: 'The kitchen is missing.' },
    ...change,
  }
}

function pageOf(messages: Message[], nextCursor: string | null = null) {
  const unread = messages.filter(({ isRead }) => !isRead).length
  return ok(messages, { meta: { unread, nextCursor } })
}

function open(messages: Message[], address = '/account/messages', push: object = PUSH_OFF) {
  const responses = { [LIST]: pageOf(messages), 'GET /account/push': push }
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

  test('are marked as read one by one, or all up to the newest that is shown', async () => {
    let messages = [message(), message({ id: 'm2', title: 'Shop' })]
    const marked: unknown[] = []
    open(messages)
    answer({
      [LIST]: () => HttpResponse.json(pageOf(messages)),
      'POST /account/messages/m2/read': () => {
        marked.push('m2')
        messages = messages.map((one) => ({ ...one, isRead: one.isRead || one.id === 'm2' }))
        return HttpResponse.json({ success: true })
      },
      'POST /account/messages/read': async (request) => {
        marked.push(await request.json())
        messages = messages.map((one) => ({ ...one, isRead: true }))
        return HttpResponse.json({ success: true })
      },
    })
    await user.press('Mark as read: Shop')
    await waitFor(() => expect(screen.getAllByText('New')).toHaveLength(1))
    await user.press('Mark all as read')
    await user.seesNo('New')
    expect(marked).toEqual(['m2', { upTo: 'm1' }])
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
  function stubBrowser({
    permission = 'granted',
    isServiceReachable = true,
    hasWorker = true,
  } = {}) {
    let subscription: object | null = null
    const asked: string[] = []
    const pushManager = {
      getSubscription: async () => subscription,
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
        if (!isServiceReachable) throw new DOMException('push service error', 'AbortError')
        subscription = {
          options: { applicationServerKey: applicationServerKey.buffer },
          toJSON: () => ({
            endpoint: 'https://push.example.com/1',
            keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
          }),
          unsubscribe: async () => {
            subscription = null
          },
        }
        return subscription
      },
    }
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', {
      requestPermission: async () => {
        asked.push('permission')
        return permission
      },
    })
    const getRegistration = async () => (hasWorker ? { pushManager } : undefined)
    Object.defineProperty(navigator, 'serviceWorker', {
      value: { getRegistration },
      configurable: true,
    })
    return { asked, isSubscribed: () => subscription !== null }
  }

  const findSwitch = () => screen.findByRole('switch', { name: 'Notify me on this device' })

  test('request permission only when switched on, and are switched on and off on device and server', async () => {
    const browser = stubBrowser()
    let isOn = false
    const sent: unknown[] = []
    open([])
    answer({
      'GET /account/push': () => HttpResponse.json(ok({ publicKey: 'AQID', isOn })),
      'PUT /account/push': async (request) => {
        sent.push(await request.json())
        isOn = true
        return HttpResponse.json({ success: true })
      },
      'DELETE /account/push': () => {
        isOn = false
        return HttpResponse.json({ success: true })
      },
    })
    const toggle = await findSwitch()
    expect(toggle).toHaveAttribute('aria-checked', 'false')
    expect(browser.asked).toEqual([])
    await userEvent.click(toggle)
    await waitFor(() => expect(isOn).toBe(true))
    await waitFor(() => expect(toggle).toHaveAttribute('aria-checked', 'true'))
    expect(browser.asked).toEqual(['permission'])
    expect(sent).toMatchObject([{ endpoint: 'https://push.example.com/1' }])
    await userEvent.click(toggle)
    await waitFor(() => expect(browser.isSubscribed()).toBe(false))
    await waitFor(() => expect(toggle).toHaveAttribute('aria-checked', 'false'))
    expect(isOn).toBe(false)
  })

  test.each([
    ['blocks them', { permission: 'denied' }, /are blocked for this site/],
    ['leaves the prompt unanswered', { permission: 'default' }, /was not allowed to show/],
    ['has no service worker yet', { hasWorker: false }, /not ready on this device yet/],
    [
      'cannot reach its push service',
      { isServiceReachable: false },
      /cannot reach its push service/,
    ],
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
