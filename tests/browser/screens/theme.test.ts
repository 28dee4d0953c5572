// @module-tag long
import { expect } from 'vitest'
import { marketTest as test } from '#tests/browser/pages/market-test.ts'
import { installWorker, signIn } from '#tests/browser/pages/panel-page.ts'

// The light or dark theme, from the system or chosen on this device.

test('a chosen theme applies before the app starts, after a reload and without a network', async ({
  page,
  noise,
  url,
  network,
  server,
}) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const firstTheme = () => page.evaluate(() => Reflect.get(window, 'firstTheme') as string) // set by the init script
  await page.emulateMedia({ colorScheme: 'light' })
  // Records the theme when the body is first parsed, before the app's code runs.
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.body) return
      seen.disconnect()
      Object.assign(window, { firstTheme: document.documentElement.dataset['theme'] ?? 'none' })
    })
    seen.observe(document, { childList: true, subtree: true })
  })
  await signIn(page, url, server.operator)
  await installWorker(page)

  const light = await background()
  expect(await firstTheme()).toBe('none')
  await page.goto(`${url}/dashboard?sheet=device`)
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  const dark = await background()
  expect(dark).not.toBe(light)
  await page.reload()
  await page.getByRole('dialog', { name: 'This device' }).waitFor()
  expect(await firstTheme()).toBe('dark')
  expect(await background()).toBe(dark)

  await network.cut()
  await page.reload()
  await page.getByRole('button', { name: 'Match system', exact: true }).waitFor()
  expect(await firstTheme()).toBe('dark')
  await page.getByRole('button', { name: 'Match system', exact: true }).click()
  expect(await background()).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await background()).toBe(dark)
  expect(noise.filter((text) => /Content Security Policy|theme/.test(text))).toEqual([])
})
