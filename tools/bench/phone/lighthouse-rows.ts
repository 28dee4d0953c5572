import { OPEN_PATHS } from '#src/config/paths.ts'
import { PAGE_PREVIEWS } from '#src/config/public-pages.ts'
import { launchOnPort } from '#tools/bench/bench-browser.ts'
import type { DeviceStage } from '#tools/bench/device/device-stage.ts'
import { median } from '#tools/bench/figures.ts'
import { flatMapInTurn, type Measurement, repeat } from '#tools/bench/measurement.ts'
import { findFreePort } from '#tools/engines/free-port.ts'

const PACKAGE = 'lighthouse' // not a dependency, because it requires a newer Node than this project
const NODE = [22, 19] as const // the minimum version of Node for Lighthouse 13
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** The part of Lighthouse's API that is used here. */
type Lighthouse = (
  url: string,
  options: { port: number; onlyCategories: readonly string[]; logLevel: string },
) => Promise<{ lhr: LighthouseResult } | undefined>

interface LighthouseResult {
  categories: Record<string, { score: number | null }>
  /** Why the page has no score; absent if it has one. */
  runtimeError?: { message: string }
}

/** Rates every public page. Lighthouse itself simulates a phone with a slow network and processor. */
export const lighthouse: Measurement<DeviceStage> = {
  name: 'lighthouse',
  async measure(stage, runs) {
    const row = { unit: '', reach: 100, isFloor: true } as const
    const what = 'Lighthouse 13, mobile, every public page'
    const run = await findLighthouse()
    if (typeof run === 'string') return [{ ...row, what, figures: [], note: run }]
    const { origin } = await stage.getMarket()
    let scores: Record<string, number>[][]
    try {
      scores = await repeat(runs, () => scorePages(run, origin))
    } catch (error) {
      // A failure must not discard the rows of other measurements.
      console.error(error)
      return [{ ...row, what, figures: [], note: 'this browser lets it judge nothing' }]
    }
    return CATEGORIES.map((category) => {
      // A page with noindex cannot have the full score of SEO, on purpose.
      const isSeo = category === 'seo'
      const pages = OPEN_PATHS.flatMap((path, place) =>
        isSeo && !PAGE_PREVIEWS[path].isIndexed
          ? []
          : [scores.map((round) => round[place]?.[category] ?? 0)],
      )
      const [lowest = []] = pages.sort((one, other) => median(one) - median(other))
      return {
        ...row,
        what: `${what}: ${category}, the lowest ${isSeo ? 'indexed page' : 'page'}`,
        figures: lowest,
      }
    })
  },
}

/** Returns Lighthouse, or the reason why it cannot run here. */
async function findLighthouse(): Promise<Lighthouse | string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < NODE[0] || (major === NODE[0] && minor < NODE[1]))
    return `wants Node ${NODE.join('.')}`
  try {
    return ((await import(PACKAGE)) as { default: Lighthouse }).default // the default export runs Lighthouse
  } catch (error) {
    console.warn(error)
    return 'is not installed'
  }
}

async function scorePages(run: Lighthouse, origin: string): Promise<Record<string, number>[]> {
  const port = await findFreePort()
  const options = { port, onlyCategories: CATEGORIES, logLevel: 'error' }
  return launchOnPort(port, () =>
    flatMapInTurn(OPEN_PATHS, async (path) => {
      const result = await run(`${origin}${path}`, options)
      const scores = readScores(path, result?.lhr)
      console.error(path, scores)
      return [scores]
    }),
  )
}

/** @throws if Lighthouse could not rate the page, because a missing score must not count as 0 */
function readScores(path: string, result: LighthouseResult | undefined): Record<string, number> {
  const categories = Object.entries(result?.categories ?? {})
  const scores = categories.map(([name, { score }]) => {
    if (score === null) throw new Error(`${path}: ${result?.runtimeError?.message ?? name}`)
    return [name, score * 100]
  })
  return Object.fromEntries(scores)
}
