import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { listAuditRows } from '#tests/browser/pages/marketplace.ts'
import { operatorTest as test } from './engine-test.ts'
import { decide, listPending, type Plot } from './operator-steps.ts'
import { until } from './until.ts'

// Behaviour that differs between engines and has broken the app in one of them.

const HURRIED_VISITS = 14
const VISIT_MS = 120 // too short for a page to open its storage, so the next visit interrupts a transaction

test('pages left in the middle of a storage transaction do not block the next page', async ({
  page,
  server,
  url,
}) => {
  for (let visit = 0; visit < HURRIED_VISITS; visit += 1) {
    const address = `${url}/dashboard${visit % 2 === 0 ? '' : '?section=property'}`
    await until('the next page is asked for', async () => {
      await page.hurryTo(address)
      return true
    })
    await pause(VISIT_MS)
  }
  await page.goto(`${url}/dashboard`)
  const [plot] = (await listPending(page, 1)) as [Plot] // listPending returns 1
  await decide(page, plot, 'Accept')
  await expect.poll(() => listAuditRows(server)).toMatchObject([{ to_value: 'approved' }])
  expect(await page.count({ text: /storage does not answer/ })).toBe(0)
})

/** Measures toasts inside the page, because a call from the test may arrive after they disappear. */
function measureToasts(): void {
  const measure = () => {
    const list = document.querySelector('.toaster')
    const toasts = [...document.querySelectorAll('.toast')].map((it) => it.getBoundingClientRect())
    if (!list || toasts.length === 0) return
    const { top, left, width } = list.getBoundingClientRect()
    const beside = document.elementFromPoint(left + width / 2, window.innerHeight / 2)
    const seen = {
      gapAbove: Math.min(...toasts.map((toast) => toast.top)) - top,
      coversPage: (beside?.closest('.toaster') ?? null) !== null,
    }
    document.documentElement.dataset['toasts'] = JSON.stringify(seen)
  }
  new MutationObserver(measure).observe(document.body, { childList: true, subtree: true })
}

test('the list of toasts is only as high as its toasts, so that it catches no clicks on the page above it', async ({
  page,
}) => {
  const [plot] = (await listPending(page, 1)) as [Plot] // listPending returns 1
  await page.run(measureToasts)
  await decide(page, plot, 'Accept')
  const readMeasures = () => page.run(() => document.documentElement.dataset['toasts'] ?? '')
  await expect.poll(readMeasures).not.toBe('')
  const { gapAbove, coversPage } = JSON.parse(await readMeasures())
  expect(gapAbove).toBeLessThan(20) // px: while a toast appears, it slides up by this distance
  expect(coversPage).toBe(false)
})

// A page in headless Firefox never has the focus, so its tab order cannot be tested.
test.runIf(inject('engine') === 'webkit')(
  'the Tab key stops at the controls of a dialog and not at the dialog itself',
  async ({ page }) => {
    await page.click({ role: 'button', name: 'Logout' })
    await page.waitFor({ role: 'button', name: 'Stay' })
    const stops: string[] = []
    for (let press = 0; press < 6; press += 1) {
      await page.pressTab()
      stops.push(await page.run(() => document.activeElement?.tagName ?? 'nothing'))
    }
    expect(stops).toContain('BUTTON')
    expect(stops).not.toContain('DIALOG')
  },
)

test('each label in the sidebar fits on one line', async ({ page }) => {
  const entries = await page.run(() =>
    [...document.querySelectorAll('.shell-nav-label')].map((label) => {
      const range = document.createRange()
      range.selectNodeContents(label)
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
      return { label: label.textContent, lines: new Set(tops).size }
    }),
  )
  expect(entries.length).toBeGreaterThan(5)
  expect(entries.filter(({ lines }) => lines !== 1)).toEqual([])
})

test('the pinned last cells of the listing rows are aligned, whether or not the images of a row have loaded', async ({
  page,
  url,
}) => {
  await page.setSize({ width: 1440, height: 900 })
  await page.goto(`${url}/dashboard?section=property`)
  await page.waitFor({ css: '[data-row] .listing-thumb img' })
  await until('the pictures in view are there', () =>
    page.run(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('[data-row] img')]
      const inView = pictures.filter((one) => one.getBoundingClientRect().top < window.innerHeight)
      return inView.length > 5 && inView.every(({ complete }) => complete)
    }),
  )
  const edges = await page.run(() =>
    [...document.querySelectorAll('[data-row]')].flatMap((row) => {
      const last = [...row.querySelectorAll('[data-pinned="end"]')].at(-1)
      return last ? [Math.round(last.getBoundingClientRect().right)] : []
    }),
  )
  expect(edges.length).toBeGreaterThan(10)
  expect(new Set(edges).size).toBe(1)
})
