// @module-tag long
import { expect } from 'vitest'
import { createEvent, signInAs, signOut, waitForEvents } from '#tests/browser/pages/account-page.ts'
import {
  besideDeviceTokens,
  EMPTY_CACHE,
  findOnDevice,
  listOwn,
  secretTest as test,
} from '#tests/browser/pages/device-secrets.ts'
import { getListingNamed, listAuditRows } from '#tests/browser/pages/marketplace.ts'
import {
  decide,
  pendingNames,
  readDeviceStorage,
  signIn,
  waitForStatus,
} from '#tests/browser/pages/panel-page.ts'
import { seeTheAccount, seeThePanel, signOutOfPanel } from '#tests/browser/pages/screen-tour.ts'

// The choice "Keep for my next sign-in" at sign-out leaves only the unsent change on the device, and no other data.

/** The only fields that a kept change may have. */
const KEPT_KEYS = [
  ...['seq', 'key', 'format', 'userId', 'entity', 'entityId', 'entityName', 'action', 'isKeyed'],
  ...['state', 'tries', 'notBefore', 'floor', 'fence', 'leasedUntil', 'lastError', 'conflict'],
  ...['ackedAs', 'ackedVersion', 'queuedAt', 'origin', 'from', 'baseVersion'],
  ...['earlier', 'ackedResult'],
]

test("a change kept at sign-out has no data of the listing's owner, and is sent only after its user signs in again", async ({
  page,
  url,
  network,
  server,
  secrets,
  openPanel,
}) => {
  await openPanel()
  await seeThePanel(page, url)
  await page.goto(`${url}/dashboard`)
  const [name = ''] = await pendingNames(page, 1)
  const listing = await getListingNamed(server, name)
  await network.cut()
  await page.reload()
  await decide(page, name, 'Accept')
  await waitForStatus(page, 'Offline · 1 waiting')
  await signOutOfPanel(page, url, 'Keep for my next sign-in')

  const { databases, localStorage } = await readDeviceStorage(page)
  expect(databases['cache']).toEqual(EMPTY_CACHE)
  expect(besideDeviceTokens(localStorage)).toEqual({})
  expectKept(databases['outbox']?.['changes'], {
    entityId: listing.id,
    action: { kind: 'status', to: 'approved' },
  })
  expect((await findOnDevice(page, secrets.ofAnyone)).sort()).toEqual([listing.id, name].sort())

  await network.heal()
  await seeTheAccount(page, url, server)
  const allowed = [listing.id, name, ...(await listOwn(server))]
  const found = await findOnDevice(page, secrets.ofThePanel)
  expect(found.filter((secret) => !allowed.includes(secret))).toEqual([])
  await signOut(page)
  expect(await listAuditRows(server)).toEqual([])
  await signIn(page, url, server.operator)
  await waitForStatus(page, 'Online')
  const sent = await listAuditRows(server)
  expect(sent).toMatchObject([{ entity_id: listing.id, to_value: 'approved' }])
})

test('an event kept at sign-out is the only data of its owner while an operator is signed in', async ({
  page,
  url,
  network,
  server,
  secrets,
  openPanel,
}) => {
  await seeTheAccount(page, url, server)
  await network.cut()
  await createEvent(page, { title: 'Kept for later', starts: '2027-03-06T10:30' })
  await waitForStatus(page, 'Offline · 1 waiting')
  await signOut(page, 'Keep for my next sign-in')
  const { databases } = await readDeviceStorage(page)
  expect(databases['cache']).toEqual(EMPTY_CACHE)
  expectKept(databases['outbox']?.['changes'], { entityName: 'Kept for later', conflict: null })
  expect(await findOnDevice(page, secrets.ofAnyone)).toEqual([])

  await network.heal()
  await openPanel()
  expect(await findOnDevice(page, secrets.events)).toEqual([])
  await signOutOfPanel(page, url, 'Sign out')
  expect(await findOnDevice(page, secrets.ofAnyone)).toEqual([])
  await signInAs(page, url, server.demoUser)
  await waitForEvents(page)
  await page.getByText('Kept for later', { exact: true }).waitFor()
  await waitForStatus(page, 'Online')
})

/** Expects one change, with no more fields than are needed to send it. */
function expectKept(changes: unknown[] | undefined, expected: Record<string, unknown>): void {
  expect(changes).toMatchObject([expected])
  // Of an error, the HTTP status and the error code are kept, but no message.
  const [{ lastError = null } = {}] = changes as { lastError?: { message: string } | null }[]
  expect(lastError?.message ?? '').toBe('')
  const keys = Object.keys(changes?.[0] ?? {})
  expect(keys.filter((key) => !KEPT_KEYS.includes(key))).toEqual([])
}
