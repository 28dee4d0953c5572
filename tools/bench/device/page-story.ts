import type { Page } from 'playwright-core'
import type { FrameEntry } from './page-probe.ts'

/** Lists a page's requests before `untilMs` and all its long tasks and frames, to explain where time went. */
export async function tellPageStory(what: string, page: Page, untilMs: number): Promise<string> {
  const { calls, frames, tasks } = await page.evaluate((until) => {
    const { longFrames, longTasks } = window.probe
    return { calls: window.probe.calls(until), frames: longFrames, tasks: longTasks }
  }, untilMs)
  const lines = calls.map(({ name, startTime, responseStart, responseEnd, encodedBodySize }) => {
    const times = `${ms(startTime)} asked, ${ms(responseStart)} answered, ${ms(responseEnd)} whole`
    return `  ${times}: ${encodedBodySize} bytes, ${new URL(name).pathname}`
  })
  const long = tasks.map(({ startTime, duration }) => `${ms(startTime)} +${ms(duration)}`)
  const head = `${what}, ${ms(untilMs)} ms:`
  return [head, ...lines, `  long tasks: ${long.join(', ')}`, ...frames.map(tellFrame)].join('\n')
}

function tellFrame({ startTime, duration, scripts }: FrameEntry): string {
  const parts = scripts.map((script) => {
    const file = script.sourceURL.split('/').at(-1)
    return `${ms(script.duration)} ${script.invoker} (${script.sourceFunctionName} ${file})`
  })
  return `  frame at ${ms(startTime)}, ${ms(duration)}: ${parts.join('; ')}`
}

function ms(value: number): string {
  return value.toFixed(0).padStart(5)
}
