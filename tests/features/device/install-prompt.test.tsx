import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import { renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()
afterEach(() => Reflect.deleteProperty(navigator, 'standalone'))

/** As Chromium does once it finds the app worth installing. */
async function offer() {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  await act(async () => window.dispatchEvent(event)) // what is on its way to be drawn meanwhile is waited for
  return { prompt, event }
}

const findPrompt = () => screen.findByRole('region', { name: 'Install' })
const queryPrompt = () => screen.queryByRole('region', { name: 'Install' })

test('the offer of the browser is kept until somebody takes it', async () => {
  renderApp({ responses: panelAnswers() })
  expect(queryPrompt()).toBeNull()
  const { prompt, event } = await offer()
  // Its own bar would lie over what is being done.
  expect(event.defaultPrevented).toBe(true)
  expect(prompt).not.toHaveBeenCalled()
  await userEvent.click(within(await findPrompt()).getByRole('button', { name: 'Install' }))
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(queryPrompt()).toBeNull()
})

test('put away, it is not made again by itself, and stays under "This device"', async () => {
  renderApp({ responses: panelAnswers() })
  await offer()
  await userEvent.click(within(await findPrompt()).getByRole('button', { name: 'Not now' }))
  expect(queryPrompt()).toBeNull()
  const { prompt } = await offer()
  expect(queryPrompt()).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  await userEvent.click(await screen.findByRole('button', { name: 'This device' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Install this app' }))
  expect(prompt).toHaveBeenCalledTimes(1)
})

test('an installed app is not offered', async () => {
  renderApp({ responses: panelAnswers() })
  await offer()
  await findPrompt()
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(queryPrompt()).toBeNull()
})

test('an offer of the panel is none of the end users’ app, and the other way round', async () => {
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

test('nobody who is not signed in is asked to install', async () => {
  renderApp({ session: null, address: '/' })
  await screen.findByText('Operator sign-in')
  await offer()
  expect(queryPrompt()).toBeNull()
})

test('on iOS the steps are shown, until they are put away', async () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true })
  renderApp({ responses: panelAnswers() })
  const prompt = within(await findPrompt())
  expect(prompt.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    "Tap Share in the browser's bar.",
    'Choose "Add to Home Screen".',
    'Tap Add. Open the app from its icon from now on.',
  ])
  expect(prompt.queryByRole('button', { name: 'Install' })).toBeNull()
  await userEvent.click(prompt.getByRole('button', { name: 'Not now' }))
  expect(queryPrompt()).toBeNull()
})
