import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { showToast } from '#src/ui/toast/toast.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { user } from '#tests/support/user.ts'

setupAnswers()

const MINUTE_MS = 60_000
let nowMs: number

beforeEach(() => {
  nowMs = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs)
})

afterEach(() => {
  Reflect.deleteProperty(navigator, 'standalone')
  Reflect.deleteProperty(window, 'matchMedia')
  vi.restoreAllMocks()
})

/** Fires the event by which Chromium offers the installation. */
async function offer() {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  await act(async () => window.dispatchEvent(event)) // also waits for pending renders
  return { prompt, event }
}

function succeed(tone: 'success' | 'error' | 'info' = 'success') {
  act(() => void showToast({ tone, message: 'Property approved!' }))
}

/** Renders the panel, which the browser can install, after its first minute. */
async function renderInstallable() {
  renderApp({ responses: panelAnswers() })
  const offered = await offer()
  nowMs += MINUTE_MS
  return offered
}

const findPrompt = () => screen.findByRole('region', { name: 'Install' })
const queryPrompt = () => screen.queryByRole('region', { name: 'Install' })

test("the app's prompt replaces the browser's prompt, which opens only when Install is pressed", async () => {
  const { prompt, event } = await renderInstallable()
  // The app prevents the browser's install bar, which would cover the page.
  expect(event.defaultPrevented).toBe(true)
  succeed()
  expect(prompt).not.toHaveBeenCalled()
  fireEvent.click(within(await findPrompt()).getByRole('button', { name: 'Install' }))
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(queryPrompt()).toBeNull()
})

describe('the prompt comes', () => {
  test('only after a success, and not in the first minute', async () => {
    renderApp({ responses: panelAnswers() })
    await offer()
    succeed()
    nowMs += MINUTE_MS - 1
    succeed()
    expect(queryPrompt()).toBeNull()
    nowMs += 1
    succeed('error')
    succeed('info')
    expect(queryPrompt()).toBeNull()
    succeed()
    expect(await findPrompt()).toBeVisible()
  })

  test('once: neither after a reload nor after "Not now", but "This device" still offers the installation', async () => {
    await renderInstallable()
    succeed()
    fireEvent.click(within(await findPrompt()).getByRole('button', { name: 'Not now' }))
    expect(queryPrompt()).toBeNull()
    const { prompt } = await offer()
    succeed()
    expect(queryPrompt()).toBeNull()
    await user.press('Menu')
    await user.press('This device')
    await user.press('Install this app')
    expect(prompt).toHaveBeenCalledTimes(1)
  })

  test('not a second time when it was seen and the page was left without an answer', async () => {
    const { unmount } = renderApp({ responses: panelAnswers() })
    await offer()
    nowMs += MINUTE_MS
    succeed()
    await findPrompt()
    unmount()
    await renderInstallable()
    succeed()
    expect(queryPrompt()).toBeNull()
  })

  test('not while the page asks for a one-time code', async () => {
    await renderInstallable()
    const field = Object.assign(document.createElement('input'), { autocomplete: 'one-time-code' })
    document.body.append(field)
    succeed()
    expect(queryPrompt()).toBeNull()
    field.remove()
    succeed()
    expect(await findPrompt()).toBeVisible()
  })
})

test.each([
  ['at a desk', false, /opens in a window of its own/],
  ['on a phone', true, /opens from your home screen/],
])('%s, the prompt says where the app opens from', async (_, isHandheld, text) => {
  const list = { addEventListener: () => undefined, removeEventListener: () => undefined }
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    value: (query: string) => ({ ...list, matches: query === '(hover: none)' && isHandheld }),
  })
  await renderInstallable()
  succeed()
  expect(await findPrompt()).toHaveTextContent(text)
})

test('the prompt disappears when the app is installed', async () => {
  await renderInstallable()
  succeed()
  await findPrompt()
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(queryPrompt()).toBeNull()
})

test('an offer to install the panel is not shown in the end users’ app, which gets its own offer', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'manifest', href: '/panel' })
  document.head.append(link)
  await renderInstallable()
  succeed()
  await findPrompt()
  const move = () => act(() => void window.dispatchEvent(new Event('addresschange')))
  move()
  expect(queryPrompt()).not.toBeNull()
  link.setAttribute('href', '/account')
  move()
  expect(queryPrompt()).toBeNull()
  await offer()
  await findPrompt()
  link.remove()
})

test('a visitor without a session gets no offer', async () => {
  renderApp({ session: null, address: '/' })
  await screen.findByText('Operator sign-in')
  await offer()
  nowMs += MINUTE_MS
  succeed()
  expect(queryPrompt()).toBeNull()
})

test('the prompt on iOS lists the steps until it is dismissed', async () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true })
  renderApp({ responses: panelAnswers() })
  nowMs += MINUTE_MS
  succeed()
  const prompt = within(await findPrompt())
  expect(prompt.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    "Tap Share in the browser's bar.",
    'Choose "Add to Home Screen".',
    'Tap Add. Open the app from its icon from now on.',
  ])
  expect(prompt.queryByRole('button', { name: 'Install' })).toBeNull()
  fireEvent.click(prompt.getByRole('button', { name: 'Not now' }))
  expect(queryPrompt()).toBeNull()
})
