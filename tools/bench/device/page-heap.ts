import type { DeviceMarket } from './device-market.ts'
import { type Device, type DevicePage, PLAIN_PAGE } from './device-stage.ts'

/** The heap that Playwright's own script takes in a page, 0.8 MB, which the app's figure must not contain. */
export async function measureDriver(desk: Device, { line }: DeviceMarket): Promise<number> {
  const opened = await desk.openPage()
  await opened.page.goto(`${line.url}${PLAIN_PAGE}`)
  const before = await measureHeap(opened)
  await opened.page.locator('body').waitFor()
  const after = await measureHeap(opened)
  await opened.page.close()
  return after - before
}

/** The heap after a garbage collection. Otherwise the figure would depend on when the browser last collected. */
export async function measureHeap({ debug }: DevicePage): Promise<number> {
  await debug.send('HeapProfiler.collectGarbage')
  const { usedSize } = await debug.send('Runtime.getHeapUsage')
  return usedSize
}
