import { type DemoRandom, makeDemoRandom } from '#server/demo/demo-random.ts'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { signIn, waitForWorker } from '#tests/browser/pages/panel-page.ts'
import type { Chromium } from '#tests/support/browser/chromium.ts'
import { createDeployment } from '#tests/support/browser/deployment.ts'
import { createDevice, DESKTOP, type Device, openPage } from '#tests/support/browser/device.ts'
import { judgeEffects } from './intent-model.ts'
import { openPlotMarket, type PlotMarket } from './market-of-plots.ts'
import { NO_FIGURES, type Person, playUpdate, type UpdateField } from './update-cycle.ts'
import { type BuildName, until } from './update-tab.ts'

// Deploys two builds of the app alternately; the server has only the deployed build's files. An operator and an end
// user keep the app open, each in a separate browser profile.

const LONGEST_CYCLE_MS = 100_000 // a cycle takes 4 s, or 10 s on a busy machine
const SPARE_LISTINGS = 30 // besides one listing per cycle: a cycle decides at most one, so the board is never empty

export interface UpdateCampaignOptions {
  seed: string
  cycles: number
  chromium: Chromium
  builds: Record<BuildName, string>
  onCycle?: (cycle: number, findings: readonly string[]) => void
}

/** `findings` of its report are violations of the guarantee, and must be empty. */
export async function runUpdateCampaign(options: UpdateCampaignOptions) {
  const { builds, cycles, seed } = options
  const deployment = await createDeployment(builds.first)
  const market = await openPlotMarket(deployment.distDir, cycles + SPARE_LISTINGS)
  const device = await createDevice(options.chromium)
  const field: UpdateField = {
    market,
    deployment,
    builds,
    deployed: 'first',
    stage: 'the sign-in',
    listingId: market.idOf('Plot 0001'),
    intents: [],
    figures: { ...NO_FIGURES },
  }
  try {
    const people = await letThemIn(device, market)
    const browser = people[0]?.context.browser()
    const findings: string[] = []
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      const random = makeDemoRandom(`${seed} ${cycle}`)
      // If a Playwright call never ends, killing the browser makes it fail, and the finding names the cycle's stage.
      const limit = setTimeout(() => void device.kill(), LONGEST_CYCLE_MS)
      const found = await playSafely(field, random.pick(people), random)
      clearTimeout(limit)
      findings.push(...found.map((words) => `cycle ${cycle}: ${words}`))
      options.onCycle?.(cycle, found)
      if (!browser?.isConnected())
        throw new Error(['The browser has ended.', ...findings].join('\n'))
    }
    findings.push(...(await judgeDecisions(field, people)))
    const decisions = await countDecisions(field)
    return { ...field.figures, ...decisions, findings, browser: browser?.version() ?? 'unknown' }
  } finally {
    await device.dispose()
    await market.close()
    await deployment.remove()
  }
}

/** An error in a cycle becomes a finding, and all tabs of its person are closed for the next cycle. */
async function playSafely(
  field: UpdateField,
  person: Person,
  random: DemoRandom,
): Promise<string[]> {
  try {
    return await playUpdate(field, person, random)
  } catch (error) {
    await field.market.network.heal()
    for (const { page } of person.tabs.splice(0)) await page.close()
    return [`not played to its end, at ${field.stage}: ${error}`]
  }
}

/** Signs in an operator and an end user, in two profiles of one browser process. */
async function letThemIn(device: Device, { server, network }: PlotMarket): Promise<Person[]> {
  const first = await device.start()
  const second = await first.browser()?.newContext()
  if (!second) throw new Error('The device has no browser.')
  const { page: panel } = await openPage(first, DESKTOP)
  await signIn(panel, network.url, server.operator)
  await waitForWorker(panel)
  const { page: events } = await openPage(second, DESKTOP)
  await openEventsAs(events, network.url, server.demoUser)
  for (const page of [panel, events]) await page.close()
  return [
    { who: 'operator', context: first, tabs: [] },
    { who: 'member', context: second, tabs: [] },
  ]
}

async function judgeDecisions({ market, intents }: UpdateField, people: readonly Person[]) {
  await market.network.heal()
  const operator = people.find(({ who }) => who === 'operator')
  const page = await operator?.context.newPage()
  await page?.goto(`${market.network.url}/dashboard?section=outbox`)
  const isDrained = await until(async () => {
    return (await page?.getByText('Nothing is waiting').count()) === 1
  })
  const found = judgeEffects(intents, await market.listEffects(), market.listSightings())
  return [...found.map(({ words }) => words), ...(isDrained ? [] : ['the outbox is not empty'])]
}

/** `saved`: the decisions that the screen showed as saved. */
async function countDecisions({ market, intents }: UpdateField) {
  return {
    decisions: intents.length,
    saved: intents.filter(({ isSaved }) => isSaved).length,
    effects: (await market.listEffects()).length,
  }
}
