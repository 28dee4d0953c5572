import type { Page } from 'playwright-core'
import { readDeviceStorage, status } from '#tests/browser/pages/panel-page.ts'
import { signOut } from './panel-screens.ts'
import type { Stage } from './people.ts'
import { comeToRest, press, type Screen, seeText } from './screen.ts'
import { breakServer, cutNetwork, forbid, holdNetwork, takeStorageAway } from './staged-network.ts'

const SECTIONS = [
  { name: 'dashboard', query: '', loading: 'Loading stats...', failed: 'the dashboard' },
  {
    name: 'listings',
    query: '?section=property',
    loading: 'Loading properties...',
    failed: 'properties',
  },
  { name: 'users', query: '?section=users', loading: 'Loading users...', failed: 'the users' },
  {
    name: 'loans',
    query: '?section=loans',
    loading: 'Loading loan applications...',
    failed: 'the loan applications',
  },
]

/** The panel while it loads, without a network, and with refused calls. */
export const TROUBLE_SCREENS: readonly Screen[] = [
  ...SECTIONS.map(({ name, query, loading }) =>
    trouble(`${name}-loading`, query, holdNetwork, seeText(loading)),
  ),
  ...SECTIONS.slice(0, 2).flatMap(({ name, query, failed }) => [
    trouble(`${name}-error`, query, breakServer, seeText(`Could not load ${failed}`)),
    trouble(`${name}-forbidden`, query, forbid, comeToRest),
    trouble(
      `${name}-offline-empty`,
      query,
      cutNetwork,
      seeText('Nothing saved on this device yet'),
    ),
  ]),
  trouble('dashboard-offline', '', undefined, loseNetwork),
  trouble('dashboard-working-offline', '', undefined, workOffline),
  trouble('no-storage', '', takeStorageAway, seeText(/the browser gives this site no storage/)),
  troubled('dashboard-waiting', '', (page) => page.locator('.board-card').first().waitFor()),
  troubled('outbox', '?section=outbox', async (page) => {
    await page.getByRole('region', { name: 'You decided' }).waitFor()
    await page.getByText('This listing was deleted on the server meanwhile.').waitFor()
    await status(page).getByText('2 need attention').waitFor()
  }),
  troubled('outbox-discard', '?section=outbox', async (page) => {
    await press(page, 'Discard')
    await page.getByRole('alertdialog').waitFor()
  }),
  troubled('sign-out-unsent', '?section=outbox', signOut),
]

function trouble(
  name: string,
  query: string,
  before: Screen['before'],
  prepare: NonNullable<Screen['prepare']>,
): Screen {
  return { name, who: 'operator', path: `/dashboard${query}`, before, prepare }
}

/** Opens the panel without a network, because waiting changes would otherwise be sent before the screenshot. */
function troubled(name: string, query: string, prepare: NonNullable<Screen['prepare']>): Screen {
  return { ...trouble(name, query, cutNetwork, prepare), who: 'troubled operator' }
}

async function loseNetwork(page: Page): Promise<void> {
  await waitForCopies(page)
  await cutNetwork(page)
  await page.reload()
  await page.getByText(/^Saved copy from/).waitFor()
}

async function workOffline(page: Page, { url }: Stage): Promise<void> {
  await waitForCopies(page)
  await page.goto(`${url}/dashboard?section=outbox`)
  await page.getByRole('switch', { name: 'Work offline' }).click()
  await page.getByRole('button', { name: 'Go online' }).waitFor()
  await page.goto(`${url}/dashboard`)
  await page.locator('.board-card').first().waitFor()
}

/** Waits until the device has saved copies, which are written after the answers are shown. */
async function waitForCopies(page: Page): Promise<void> {
  do await comeToRest(page)
  while (!(await readDeviceStorage(page)).databases['cache']?.['copies']?.length)
}
