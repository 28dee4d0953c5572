import type { LoopbackProxy } from '#tests/support/network/loopback-proxy.ts'
import type { EnginePage, Target } from './engine-page.ts'
import { until } from './until.ts'

// An operator's actions. They find buttons and fields by the texts on the screens.

export async function signIn(
  page: EnginePage,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(`${url}/login`)
  await page.fill({ label: 'Email' }, email)
  await page.fill({ label: 'Password' }, password)
  await page.click({ role: 'button', name: 'Login' })
  await page.waitForPath('/dashboard')
  await page.waitFor({ role: 'heading', name: 'Properties Listing Board' })
}

/** Waits for the service worker, which can then open the app without a network. */
export const waitForWorker = (page: EnginePage) =>
  until('the worker controls the page', () =>
    page.run(() => navigator.serviceWorker.controller !== null),
  )

export interface Plot {
  id: string
  name: string
}

/** Returns the first `count` pending listings on the board. */
export async function listPending(page: EnginePage, count: number): Promise<Plot[]> {
  await page.waitFor({ css: '.board-card', text: /Pending/, nth: count - 1 })
  const pending = await page.run(() =>
    [...document.querySelectorAll<HTMLElement>('.board-card')]
      .filter((card) => card.textContent?.includes('Pending'))
      .map((card) => ({
        id: card.dataset['row'] ?? '',
        name: card.querySelector('.board-card-name')?.textContent ?? '',
      })),
  )
  return pending.slice(0, count)
}

export const boardCard = ({ id }: Plot): Target => ({ css: `.board-card[data-row="${id}"]` })

export const decide = (page: EnginePage, plot: Plot, button: 'Accept' | 'Cancel') =>
  page.click({ role: 'button', name: button, within: boardCard(plot) })

/** Waits until the header shows exactly this text. */
export const waitForStatus = (page: EnginePage, text: string) =>
  until(`the header says "${text}"`, async () => {
    const [shown] = await page.texts({ css: '.sync-status' })
    return shown === text || shown
  })

/** Cuts the network and reloads the app. */
export async function goOffline(network: LoopbackProxy, page: EnginePage): Promise<void> {
  await network.cut()
  await page.reload()
  await waitForStatus(page, 'Offline')
}

/** Restores the network and dispatches `online`; without the event, the app would notice seconds later. */
export async function comeBackOnline(network: LoopbackProxy, page: EnginePage): Promise<void> {
  await network.heal()
  await page.run(() => void window.dispatchEvent(new Event('online')))
}
