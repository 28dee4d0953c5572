import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { user } from '#tests/support/user.ts'

setupAnswers()
afterEach(() => Reflect.deleteProperty(navigator, 'standalone'))

/** Fires the event by which Chromium offers the installation. */
async function offer() {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  await act(async () => window.dispatchEvent(event)) // also waits for pending renders
  return { prompt, event }
}

const findPrompt = () => screen.findByRole('region', { name: 'Install' })
const queryPrompt = () => screen.queryByRole('region', { name: 'Install' })

test("the app's prompt replaces the browser's prompt, which opens only when Install is pressed", async () => {
  renderApp({ responses: panelAnswers() })
  expect(queryPrompt()).toBeNull()
  const { prompt, event } = await offer()
  // The app prevents the browser's install bar, which would cover the page.
  expect(event.defaultPrevented).toBe(true)
  expect(prompt).not.toHaveBeenCalled()
  fireEvent.click(within(await findPrompt()).getByRole('button', { name: 'Install' }))
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(queryPrompt()).toBeNull()
})

test('a dismissed offer is not repeated, but "This device" still offers the installation', async () => {
  renderApp({ responses: panelAnswers() })
  await offer()
  fireEvent.click(within(await findPrompt()).getByRole('button', { name: 'Not now' }))
  expect(queryPrompt()).toBeNull()
  const { prompt } = await offer()
  expect(queryPrompt()).toBeNull()
  await user.press('Menu')
  await user.press('This device')
  await user.press('Install this app')
  expect(prompt).toHaveBeenCalledTimes(1)
})

test('the prompt disappears when the app is installed', async () => {
  renderApp({ responses: panelAnswers() })
  await offer()
  await findPrompt()
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(queryPrompt()).toBeNull()
})

test('an offer to install the panel is not shown in the end users’ app, which gets its own offer', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'manifest', href: '/panel' })
  document.head.append(link)
  renderApp({ responses: panelAnswers() })
  await offer()
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
  expect(queryPrompt()).toBeNull()
})

test('the prompt on iOS lists the steps until it is dismissed', async () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true })
  renderApp({ responses: panelAnswers() })
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
