import type { Locator, Page } from 'playwright-core'

// What an operator does with the panel, in the words of its screens.

export async function signIn(
  page: Page,
  url: string,
  operator: { email: string; password: string },
) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(operator.email)
  await page.getByLabel('Password', { exact: true }).fill(operator.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${url}/dashboard`)
  await page.getByRole('heading', { name: 'Properties Listing Board' }).waitFor()
}

/** The card of a listing on the board, by its name. */
export function boardCard(page: Page, name: string): Locator {
  return page
    .locator('.board-card')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/** Names of the board's first listings that still want a decision. */
export async function pendingNames(page: Page, count: number): Promise<string[]> {
  const pending = page.locator('.board-card').filter({ hasText: 'Pending' })
  await pending.nth(count - 1).waitFor()
  const names = await pending.getByRole('heading').allInnerTexts()
  const unique = [...new Set(names)].filter((name) => name !== 'N/A')
  if (unique.length < count)
    throw new Error(`the board has only ${unique.length} distinct pending listings`)
  return unique.slice(0, count)
}

export async function decide(page: Page, name: string, button: 'Accept' | 'Cancel') {
  await boardCard(page, name).getByRole('button', { name: button, exact: true }).click()
}

export function status(page: Page): Locator {
  return page.locator('.sync-status')
}

/** Waits until the page's worker has everything that opens the app without a network. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}
