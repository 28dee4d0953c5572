import { expect } from 'vitest'
import { FILE, marketTest } from '#tests/browser/pages/market-test.ts'
import { launchTabs, listDecidedIds, openTwoTabs } from '#tests/support/browser/frozen-tab.ts'

const CYCLES = 3 // frozen while it reads, and then while it is hidden

const test = marketTest.extend('window', FILE, async ({ chromium }, { onCleanup }) => {
  const { browser, close } = await launchTabs(chromium)
  onCleanup(close)
  return browser
})

// How soon it arrives is measured by `npm run bench -- page --only frozen-tab`.
test('a decision reaches the server while a sibling tab is frozen, which begins no transaction while it is hidden', async ({
  window,
  server,
  url,
}) => {
  const tabs = await openTwoTabs(window, server, url)
  // The first tab is frozen while it reads what the second one has written. Afterwards, it is a hidden tab.
  await tabs.acceptAndHoldRead()
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    await tabs.freeze()
    await tabs.accept()
    await expect.poll(() => listDecidedIds(server)).toEqual(expect.arrayContaining(tabs.accepted))
    await tabs.thaw()
    await tabs.accept()
  }
  expect(await tabs.first.evaluate(() => document.visibilityState)).toBe('hidden')
  expect(tabs.begunHidden).toEqual([])
})
