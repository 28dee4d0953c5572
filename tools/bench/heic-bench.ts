import type { Page } from 'playwright-core'
import { makePhoneHeic, PHONE_PHOTO } from '#tests/support/media/phone-heic.ts'
import type { BenchStage } from './bench-stage.ts'
import { flatMapInTurn, type Measurement, measureRows } from './measurement.ts'
import { readPeakMb } from './peak-memory.ts'
import { watchThreads } from './thread-times.ts'

// How long a phone's HEIC photo takes in a browser without a decoder for it, from the file to the pixels, with the time to
// load the decoder. Chrome slows no workers down, so what this machine takes is multiplied.

const SLOWDOWN = 4 // a slow phone's processor, as in the benches of pages
const REACH_S = 3
const WORKER = 'DedicatedWorker' // Chromium's name for a worker's thread, of which Linux keeps 15 letters
const WHAT = 'A HEIC photo of 12 megapixels at CPU 4x'

export const heic: Measurement<BenchStage> = {
  name: 'heic',
  measure({ onBenchPage }, runs) {
    const photo = makePhoneHeic().toString('base64')
    return flatMapInTurn([1, 2, 4], (processors) => {
      const work = () => onBenchPage((page) => decode(page, photo, processors))
      const on = `${processors} processor${processors === 1 ? '' : 's'}`
      const reach = processors === 1 ? null : REACH_S // a phone has several
      return measureRows(runs, work, [
        [`${WHAT}, ${on}: processor time, shared evenly`, 's', reach, (run) => run.sharedS],
        ['… of the busiest worker', 's', reach, (run) => run.busiestS],
        ['… time that passed on this machine', 's', null, (run) => run.passedS],
        ["… the page's memory at most", 'MB', null, (run) => run.peakMb],
      ])
    })
  },
}

/** Returns seconds on the slow phone, and MB. */
async function decode(page: Page, photo: string, processors: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setHardwareConcurrencyOverride', {
    hardwareConcurrency: processors,
  })
  const before = await readRenderers(page)
  let passedMs = 0
  const workers = await watchThreads(before.pids, WORKER, async () => {
    const found = await page.evaluate((base64) => window.bench.measureHeic(base64), photo)
    if (found.width !== PHONE_PHOTO.width || found.height !== PHONE_PHOTO.height)
      throw new Error(`the photo has ${found.width} x ${found.height} pixels`)
    passedMs = found.tookMs
  })
  if (workers.length !== processors) throw new Error(`there were ${workers.length} workers`)
  const after = await readRenderers(page)
  return {
    sharedS: ((after.seconds - before.seconds) / processors) * SLOWDOWN,
    busiestS: Math.max(...workers) * SLOWDOWN,
    passedS: (passedMs / 1_000) * SLOWDOWN,
    peakMb: Math.max(...before.pids.map(readPeakMb)),
  }
}

/** The processes of pages, and the processor time that they have taken. */
async function readRenderers(page: Page): Promise<{ pids: number[]; seconds: number }> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return {
    pids: renderers.map(({ id }) => id),
    seconds: renderers.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
  }
}
