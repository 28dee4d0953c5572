// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { operatorTest } from '#tests/browser/pages/market-test.ts'
import { openProperties } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP, PHONE } from '#tests/support/browser/device.ts'

// Virtual lists, on a phone and a desktop: only rows near the viewport are rendered, which users must not notice.

const test = operatorTest.extend('readsAhead', () => true)

test('at any scroll position, complete cards in order cover the screen', async ({ page, url }) => {
  await openList(page, url)
  for (const share of [0.1, 0.5, 1, 0.9, 0.3, 0]) {
    await page.evaluate((part) => {
      const bottom = document.documentElement.scrollHeight - window.innerHeight
      window.scrollTo(0, part * bottom)
    }, share)
    await expectCovered(page)
  }
})

test('a card below the screen first renders in full height without its details, and then with them', async ({
  page,
  url,
}) => {
  await openList(page, url)
  await page.evaluate(() => {
    const came: object[] = []
    const list = document.querySelector('ul[aria-label="Properties"]')
    const observer = new MutationObserver((records) => {
      for (const card of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(card instanceof HTMLElement)) continue
        came.push({ isHalf: !card.querySelector('dl'), isHigh: card.offsetHeight > 250 })
      }
    })
    if (list) observer.observe(list, { childList: true })
    Object.assign(window, { came })
  })
  const last = await lastPlace(page)
  await page.evaluate(() => window.scrollBy(0, 950)) // three cards and their gaps
  await page.waitForFunction((place) => {
    const end = document.querySelector('ul[aria-label="Properties"] > li:last-child')
    return Number(end?.getAttribute('aria-posinset')) > place && end?.querySelector('dl')
  }, last)
  const came = await page.evaluate(() => Reflect.get(window, 'came') as object[])
  expect(came).toEqual(came.map(() => ({ isHalf: true, isHigh: true })))
  expect(came).not.toEqual([])
})

test('during a flick some cards render without their details, and where it ends all visible cards are complete', async ({
  page,
  url,
}) => {
  await openList(page, url)
  await page.evaluate(() => {
    const gone: boolean[] = []
    const list = document.querySelector('ul[aria-label="Properties"]')
    const observer = new MutationObserver((records) => {
      for (const card of records.flatMap(({ removedNodes }) => [...removedNodes])) {
        if (card instanceof HTMLElement) gone.push(card.querySelector('dl') !== null)
      }
    })
    if (list) observer.observe(list, { childList: true })
    Object.assign(window, { gone })
  })
  const last = await lastPlace(page)
  const debug = await page.context().newCDPSession(page)
  const flick = async (yDistance: number) => {
    const gesture = { x: 195, y: 300, yDistance, speed: 4_000, gestureSourceType: 'mouse' } as const
    await debug.send('Input.synthesizeScrollGesture', gesture)
    await expectCovered(page)
  }
  await flick(-6_000)
  expect(await lastPlace(page)).toBeGreaterThan(last + 10)
  // A busy machine may render no frame during a flick, only its end.
  await expect
    .poll(async () => {
      const gone = await page.evaluate(() => Reflect.get(window, 'gone') as boolean[])
      if (!gone.includes(false)) await flick(-6_000)
      return gone
    })
    .toContain(false)
})

test('on a desktop, rows that a flick passes render only their pinned columns, and rows are complete where it ends', async ({
  page,
  url,
}) => {
  await openProperties(page, url, DESKTOP)
  await expectWholeRows(page)
  const scroller = page.locator('.table-scroll')
  await scroller.evaluate((element) => {
    const places = new Set<number>()
    const watcher = new MutationObserver(() => {
      for (const row of element.querySelectorAll('[data-passing]'))
        places.add(row.childElementCount)
    })
    watcher.observe(element, { childList: true, subtree: true })
    Object.assign(window, { passed: places })
  })
  const debug = await page.context().newCDPSession(page)
  await debug.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 500,
    yDistance: -2_400,
    speed: 4_000,
    gestureSourceType: 'mouse',
  })
  await expectWholeRows(page)
  expect(await scroller.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(2_000)
  expect(await page.evaluate(() => [...(Reflect.get(window, 'passed') as Set<number>)])).toEqual([
    3,
  ])
})

test('on a desktop a jump to any scroll position shows complete rows, and a search shows its first result on top', async ({
  page,
  url,
}) => {
  await openProperties(page, url, DESKTOP)
  const scroller = page.locator('.table-scroll')
  for (const share of [1, 0.5, 0.7]) {
    await scroller.evaluate((element, part) => {
      element.scrollTop = part * (element.scrollHeight - element.clientHeight)
    }, share)
    await expectWholeRows(page)
  }
  await page.getByRole('searchbox').fill('a')
  // The rows before the search are whole too.
  await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  await expectWholeRows(page)
})

/** Waits until complete rows in order fill the table's scroller. */
async function expectWholeRows(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const scroller = document.querySelector('.table-scroll')
    const rows = [...(scroller?.querySelectorAll('[data-row]') ?? [])]
    const [first, last] = [rows[0], rows.at(-1)]
    if (!scroller || !first || !last) return false
    const places = rows.map((row) => Number(row.getAttribute('aria-rowindex')))
    const isInOrder = places.every((place, index) => place === (places[0] ?? 0) + index)
    const { top, bottom } = scroller.getBoundingClientRect()
    const startsAbove = places[0] === 2 || first.getBoundingClientRect().top <= top
    const endsBelow =
      last.getBoundingClientRect().bottom >= bottom - 20 || last.matches(':last-child')
    const isWhole = rows.every((row) => row.childElementCount === 16)
    return isInOrder && isWhole && startsAbove && endsBelow
  })
}

async function openList(page: Page, url: string): Promise<void> {
  await openProperties(page, url, PHONE)
  await expectCovered(page)
}

function lastPlace(page: Page): Promise<number> {
  const last = page.locator('ul[aria-label="Properties"] > li').last()
  return last.evaluate((card) => Number(card.getAttribute('aria-posinset')))
}

/** Waits until complete cards fill the screen below the list's head without gaps. */
async function expectCovered(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const list = document.querySelector('ul[aria-label="Properties"]')
    const cards = [...(list?.children ?? [])]
    const [first, last] = [cards[0], cards.at(-1)]
    if (!list || !first || !last || cards.length < 4) return false
    const places = cards.map((card) => Number(card.getAttribute('aria-posinset')))
    const isInOrder = places.every((place, index) => place === (places[0] ?? 0) + index)
    const isWhole = cards.every((card) => card.querySelector('dl'))
    const isFirst = places[0] === 1
    const isLast = places.at(-1) === Number(last.getAttribute('aria-setsize'))
    const startsAbove = isFirst || first.getBoundingClientRect().top <= 0
    const endsBelow = isLast || last.getBoundingClientRect().bottom >= window.innerHeight
    return isInOrder && isWhole && startsAbove && endsBelow
  })
}
