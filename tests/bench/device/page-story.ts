import type { Page } from 'playwright-core'
import type { LongFrame } from './page-probe.ts'

/** Lists a page's requests before `untilMs` and all its long tasks and frames, to explain where time went. */
export async function tellPageStory(what: string, page: Page, untilMs: number): Promise<string> {
  const { calls, frames, tasks } = await page.evaluate(
    (until) => ({
      calls: window.probe.calls(until),
      frames: window.probe.longFrames,
      tasks: window.probe.longTasks,
    }),
    untilMs,
  )
  const lines = calls.map(
    ({ path, startedAt, answeredAt, endedAt, bytes }) =>
      `  ${ms(startedAt)} asked, ${ms(answeredAt)} answered, ${ms(endedAt)} whole: ${bytes} bytes, ${path}`,
  )
  return [
    `${what}, ${ms(untilMs)} ms:`,
    ...lines,
    `  long tasks: ${tasks.map((task) => `${ms(task.startedAt)} +${ms(task.tookMs)}`).join(', ')}`,
    ...frames.map(tellFrame),
  ].join('\n')
}

function tellFrame({ startedAt, tookMs, scripts }: LongFrame): string {
  const parts = scripts.map(({ invoker, name, tookMs: took }) => `${ms(took)} ${invoker} (${name})`)
  return `  frame at ${ms(startedAt)}, ${ms(tookMs)}: ${parts.join('; ')}`
}

function ms(value: number): string {
  return value.toFixed(0).padStart(5)
}
