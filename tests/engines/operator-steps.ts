import type { EngineMarket } from './engine-market.ts'
import type { EnginePage, Target } from './engine-page.ts'
import { until } from './until.ts'

// What an operator does, in the text of the screens.

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

/** Waits until the worker can open the app without a network. */
export const waitForWorker = (page: EnginePage) =>
  until('the worker controls the page', () =>
    page.run(() => navigator.serviceWorker.controller !== null),
  )

export interface Plot {
  id: string
  name: string
}

/** The board's first listings that can be decided. */
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

/** Waits until the header says so, word for word. */
export const waitForStatus = (page: EnginePage, text: string) =>
  until(`the header says "${text}"`, async () => {
    const [shown] = await page.texts({ css: '.sync-status' })
    return shown === text || shown
  })

type Network = Pick<EngineMarket, 'network'>

/** Loses the network, and opens the app again without it. */
export async function goOffline({ network }: Network, page: EnginePage): Promise<void> {
  await network.cut()
  await page.reload()
  await waitForStatus(page, 'Offline')
}

/** The network is back and the browser reports it; otherwise the app checks by itself, some seconds later. */
export async function comeBackOnline({ network }: Network, page: EnginePage): Promise<void> {
  await network.heal()
  await page.run(() => void window.dispatchEvent(new Event('online')))
}
