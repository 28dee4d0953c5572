import type { Page } from 'playwright-core'

/** Holds back what this page asks for under matching addresses, until the function that this gives is called. */
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
