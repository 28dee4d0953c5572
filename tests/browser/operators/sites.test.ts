// @module-tag long

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { makeImportKind } from '#server/listings/import/import-run-service.ts'
import { marketTest as test } from '#tests/browser/pages/market-test.ts'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import { makeCells, writeCsv } from '#tests/server/listings/import/sheet-files.ts'
import { runJobs } from '#tests/support/server/job-run.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

const MINUTE_MS = 60_000

async function nameBusiness(page: Page): Promise<void> {
  await page.getByLabel('Business', { exact: true }).fill('Sharma Estates')
  await page.getByLabel('Email of the business').fill('office@sharma.example')
}

/** Runs the imports that have been asked for, as the server does each second. */
function runImports(server: TestServer): Promise<void> {
  const { db, write, clock } = server
  return runJobs(server, makeImportKind({ db, write, clock: clock.now }))
}

test('an owner of the team creates an API key after a password confirmation, sees it once, and imports a file of listings', async ({
  page,
  url,
  server,
}) => {
  await signIn(page, url, server.operator)
  await page.goto(`${url}/dashboard?section=sites`)
  server.clock.advance(11 * MINUTE_MS)
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Name of the key').fill('Site of Sharma Estates')
  await nameBusiness(page)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill(server.operator.password)
  await page.keyboard.press('Enter')
  const key = page.getByRole('textbox', { name: 'The new API key' })
  expect(await key.inputValue()).toMatch(/^pmk_[\w-]{43}$/)
  await page.reload()
  await page.getByText('Site of Sharma Estates').waitFor()
  expect(await key.count()).toBe(0)

  const rows = [makeCells('a'), makeCells('b', { PIN: '12' }), makeCells('c')]
  const buffer = Buffer.from(writeCsv(rows))
  const file = { name: 'flats.csv', mimeType: 'text/csv', buffer }
  await page.getByLabel('File of listings').setInputFiles(file)
  await page.getByRole('button', { name: 'Try without importing' }).click()
  await page.getByText('Row 3, PIN (F3), “12”: A PIN code has six digits.').waitFor()
  await nameBusiness(page)
  await page.getByRole('button', { name: 'Import 2 of 3' }).click()
  const isImported = async () => {
    await runImports(server)
    return page.getByText('2 created, 1 refused').isVisible()
  }
  await expect.poll(isImported).toBe(true)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download refused rows/ }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv.split('\r\n').map((line) => line.split(',')[0])).toEqual(['\ufeffRef', 'b', ''])
})
