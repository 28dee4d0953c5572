// @module-tag long
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { signIn, waitForWorker } from '#tests/browser/pages/panel-page.ts'
import { DESKTOP } from '#tests/support/browser/device.ts'

// A file of the build that does not arrive, as when an ad blocker blocks it.

const test = marketTest
  .extend('size', () => DESKTOP)
  /** A copy of the build, from which files can be missing. */
  .extend('distDir', { scope: 'file' }, async ({ chromium: _needed }, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'blocked-file-'))
    onCleanup(() => rm(folder, { recursive: true, force: true }))
    return folder
  })
  /** Copies the build without the file whose name begins like this. Returns the path of that file. */
  .extend('deployWithout', ({ distDir }) => async (folder: string, start: string) => {
    await cp(inject('distDir'), distDir, { recursive: true })
    const place = join(distDir, folder)
    const file = (await readdir(place)).find((path) => path.startsWith(start))
    if (!file) throw new Error(`The build has no file ${start}.`)
    for (const ending of ['', '.br', '.gz'])
      await rm(join(place, `${file}${ending}`), { force: true })
    return join('/', folder, file)
  })

test('a file that no screen needs does not keep the app from opening without a network', async ({
  deployWithout,
  page,
  server,
  url,
  network,
}) => {
  await deployWithout('', 'favicon.svg')
  await signIn(page, url, server.operator)
  await waitForWorker(page)
  await network.cut()
  await page.goto(`${url}/dashboard?section=loans`)
  await page.getByRole('heading', { name: 'Loan Applications' }).waitFor()
})

test('a file that a screen needs is named in "This device"', async ({
  deployWithout,
  page,
  server,
  url,
}) => {
  const file = await deployWithout('assets', 'loans-screen-')
  await signIn(page, url, server.operator)
  await page.getByRole('button', { name: 'This device' }).click()
  const sheet = page.getByRole('dialog', { name: 'This device' })
  await sheet.getByText(`Not ready offline: ${file} could not be loaded.`).waitFor()
  expect(await sheet.getByText('Not ready offline', { exact: true }).count()).toBe(1)
})
