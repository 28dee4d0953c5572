// @module-tag long
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { installWorker, signIn } from '#tests/browser/pages/panel-page.ts'
import { PENDING, type Seat, seatAt } from './chosen-rows.ts'
import { dayTest as test } from './day-test.ts'

// Takes a filtered list out as a file, with and without a network: by keys alone at a desk, and by touch alone on a phone.

test.for([
  ['keys alone at a desk', false],
  ['touch alone on a phone', true],
] as const)(
  'a filtered list is exported by %s, and without a network from the copy',
  async ([, isTouched], { desk, phone, url, server, network }) => {
    const seat = seatAt(isTouched ? phone : desk, isTouched)
    const { page, hands } = seat
    await signIn(page, url, server.operator)
    await page.goto(`${url}${PENDING}`)
    const rows = await server.db.selectFrom('listings').select(['id', 'status']).execute()
    const waiting = rows.filter(({ status }) => (status ?? 'pending') === 'pending')
    const ids = waiting.map(({ id }) => id).sort()

    await openDialog(seat)
    const whole = await downloadBy(page, () => hands.press(inDialog(page, 'Export')))
    expect(whole.ids).toEqual(ids)
    expect(whole.name).toMatch(/^properties-\d{4}-\d{2}-\d{2}\.csv$/)

    await installWorker(page)
    await network.cut()
    await openDialog(seat)
    await hands.press(inDialog(page, 'Export'))
    await page
      .getByRole('dialog')
      .getByText(/This device can export its own copy: 6\d\d rows as of/)
      .waitFor()
    const copy = await downloadBy(page, () =>
      hands.press(inDialog(page, 'Export the copy on this device')),
    )
    expect(copy.ids).toEqual(ids)
    expect(copy.name).toMatch(/^properties-saved-\d{4}-\d{2}-\d{2}-\d{4}\.csv$/)
  },
)

async function openDialog({ page, hands, isTouched }: Seat): Promise<void> {
  if (isTouched && !(await page.getByRole('dialog', { name: 'Filters' }).isVisible()))
    await hands.press(page.getByRole('button', { name: /^Filters/ }))
  const opener = page.locator('.shell-section:not([hidden]) button:enabled', { hasText: 'Export' })
  await opener.waitFor() // once the list is there
  await hands.press(opener)
  await page.getByRole('dialog', { name: 'Export' }).waitFor()
}

function inDialog(page: Page, name: string) {
  return page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name, exact: true })
}

async function downloadBy(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const rows = parse<{ ID: string }>(readFileSync(await download.path()), {
    bom: true,
    columns: true,
  })
  return { name: download.suggestedFilename(), ids: rows.map(({ ID }) => ID).sort() }
}
