import type { Page } from 'playwright-core'

/** Holds this page's requests to matching URLs until the returned function is called. */
export async function holdRequests(page: Page, addresses: string): Promise<() => void> {
  let letThrough = () => {}
  const isThrough = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(addresses, async (route) => {
    await isThrough
    await route.fallback()
  })
  return letThrough
}
