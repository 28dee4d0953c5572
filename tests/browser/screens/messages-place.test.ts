// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { sharedMarketTest as test } from '#tests/browser/pages/market-test.ts'
import { signIn, waitForToast } from '#tests/browser/pages/panel-page.ts'

// Where toasts and prompts stand on every page: never over a control that decides, nor over a bar at the bottom.

const WIDTHS = [320, 390, 768, 1024, 1440] as const
const PANEL_PATHS = [
  ...['', '?section=property', '?section=property&review=next', '?section=users'],
  ...['?section=loans', '?section=outbox', '?section=team', '?section=activity'],
  ...['?section=payments', '?section=account', '?section=property&open=first'],
].map((query) => `/dashboard${query}`)
const ACCOUNT_PATHS = [
  ...['/account/events', '/account/listings', '/account/listings?open=new', '/account/messages'],
  ...['/account/events?section=account', '/account/events?section=outbox', '/'],
]

/** Moves inside the app, which keeps its messages. */
async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((next) => {
    history.pushState(null, '', next)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForLoadState('networkidle')
}

/** Has the browser offer the installation, after the first minute. */
async function offerInstallation(page: Page): Promise<void> {
  await page.clock.fastForward(61_000)
  await page.evaluate(() => {
    const prompt = async () => undefined
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })
}

/** The deciding controls, and the controls of bars at the bottom, whose middle belongs to another element. */
function listCovered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    const isPinned = (element: Element | null): boolean => {
      for (let one = element; one; one = one.parentElement) {
        const { position } = getComputedStyle(one)
        const { top, bottom } = one.getBoundingClientRect()
        const isAtBottom = bottom >= innerHeight - 2 && top > innerHeight / 2
        if (/fixed|sticky/.test(position) && isAtBottom) return true
      }
      return false
    }
    const isDeciding = /^(Accept|Reject|Cancel|Delete|Next|Back|Submit|Status of|Skip|Previous)/
    return [...scope.querySelectorAll('button, a[href], select')].flatMap((control) => {
      const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
      if (control.closest('.toaster, [hidden]') || !control.checkVisibility()) return []
      if (!isDeciding.test(name) && !isPinned(control)) return []
      const { left, top, width, height } = control.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      if (width === 0 || x < 0 || x > innerWidth || y < 0 || y > innerHeight) return []
      const hit = document.elementFromPoint(x, y)
      return hit?.closest('.toaster') ? [`${name.slice(0, 40)} at ${innerWidth} px`] : []
    })
  })
}

async function expectNothingCovered(page: Page, paths: readonly string[]): Promise<void> {
  const found: string[] = []
  await page.mouse.move(0, 0) // messages under the pointer keep their place
  for (const path of paths) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 700 ? 844 : 900 })
      if (width === WIDTHS[0]) await moveTo(page, path)
      await expect.poll(() => listCovered(page), { message: `${path} at ${width} px` }).toEqual([])
      const isSeen = await page.locator('.toast, .edge-prompt').first().isVisible()
      if (!isSeen && !path.includes('review'))
        found.push(`nothing is seen on ${path} at ${width} px`)
    }
  }
  expect(found).toEqual([])
}

test('on every page of the panel, messages leave the deciding controls and the bars at the bottom free', async ({
  page,
  url,
  server,
}) => {
  await page.clock.install()
  await signIn(page, url, server.operator)
  await page.getByRole('button', { name: 'Accept' }).first().click()
  await waitForToast(page, 'Property approved!')
  expect(await page.getByRole('region', { name: 'Install' }).count()).toBe(0)
  await offerInstallation(page)
  await page.getByRole('button', { name: 'Accept' }).nth(1).click()
  await page.getByRole('region', { name: 'Install' }).waitFor()
  await page.route('**/status', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.getByRole('button', { name: 'Cancel' }).nth(2).click()
  await waitForToast(page, 'Failed to reject property.')
  await expectNothingCovered(page, PANEL_PATHS)
})

test("on every page of an end user, messages leave the wizard's and the forms' controls free", async ({
  page,
  url,
  server,
}) => {
  await page.clock.install()
  await openEventsAs(page, url, server.demoUser)
  await offerInstallation(page)
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await waitForToast(page, 'Event deleted successfully!')
  await page.getByRole('region', { name: 'Install' }).waitFor()
  await expectNothingCovered(page, ACCOUNT_PATHS)
})
