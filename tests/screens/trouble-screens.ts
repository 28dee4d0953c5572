import type { Page } from 'playwright-core'
import { readDeviceStorage, status } from '#tests/browser/pages/panel-page.ts'
import { signOut } from './panel-screens.ts'
import { comeToRest, type Screen } from './screen-camera.ts'
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
    trouble(`${name}-loading`, query, holdNetwork, (page) => page.getByText(loading).waitFor()),
  ),
  ...SECTIONS.slice(0, 2).flatMap(({ name, query, failed }) => [
    trouble(`${name}-error`, query, breakServer, (page) =>
      page.getByText(`Could not load ${failed}`).waitFor(),
    ),
    trouble(`${name}-forbidden`, query, forbid, comeToRest),
    trouble(`${name}-offline-empty`, query, cutNetwork, (page) =>
      page.getByText('Nothing saved on this device yet').waitFor(),
    ),
  ]),
  trouble('dashboard-offline', '', undefined, loseNetwork),
  trouble('dashboard-working-offline', '?section=outbox', undefined, workOffline),
  trouble('no-storage', '', takeStorageAway, (page) =>
    page.getByText(/the browser gives this site no storage/).waitFor(),
  ),
  troubled('dashboard-waiting', '', (page) => page.locator('.board-card').first().waitFor()),
  troubled('outbox', '?section=outbox', async (page) => {
    await page.getByRole('region', { name: 'You decided' }).waitFor()
    await status(page).getByText('2 need attention').waitFor()
  }),
  troubled('outbox-discard', '?section=outbox', async (page) => {
    await page.getByRole('button', { name: 'Discard' }).first().click()
    await page.getByRole('alertdialog').waitFor()
  }),
  troubled('sign-out-unsent', '?section=outbox', signOut),
]

type Step = (page: Page) => Promise<unknown>

function trouble(name: string, query: string, before: Step | undefined, prepare: Step): Screen {
  return { name, who: 'operator', path: `/dashboard${query}`, before, prepare }
}

/** Opens the panel without a network, because waiting changes would otherwise be sent before the screenshot. */
function troubled(name: string, query: string, prepare: Step): Screen {
  return { ...trouble(name, query, cutNetwork, prepare), who: 'troubled operator' }
}

async function loseNetwork(page: Page): Promise<void> {
  await comeToRest(page)
  // Saved copies are written after the answers are shown.
  while (!(await hasCacheEntries(page))) await comeToRest(page)
  await cutNetwork(page)
  await page.reload()
  await page.getByText(/^Saved copy from/).waitFor()
}

async function hasCacheEntries(page: Page): Promise<boolean> {
  const { databases } = await readDeviceStorage(page)
  return (databases['cache']?.['copies'] ?? []).length > 0
}

async function workOffline(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Work offline' }).click()
  await page.getByRole('button', { name: 'Go online' }).waitFor()
}
