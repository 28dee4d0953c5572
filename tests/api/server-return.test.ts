import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectServerReturn, watchServerReturn } from '#src/api/server-return.ts'

// Time is virtual. The server is one function: each probe asks it at most twice, for two paths.

let isUp: boolean
let probedAt: number[]
const onReturn = vi.fn()
let stops: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  isUp = false
  probedAt = []
  stops = []
  onReturn.mockReset()
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/healthz')) probedAt.push(Date.now())
    if (!isUp) throw new TypeError('unreachable')
    return new Response('{"status":"ok"}')
  })
})
afterEach(() => {
  for (const stop of stops) stop()
  connectServerReturn(() => true)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const watch = (...more: [{ isLost: boolean }?]) => stops.push(watchServerReturn(onReturn, ...more))

describe('while the server is unreachable and something waits', () => {
  test('it is probed every one and a half seconds, and the first answer ends the wait', async () => {
    watch()
    await pass(4_500)
    expect(probedAt).toEqual([1_500, 3_000, 4_500])
    expect(onReturn).not.toHaveBeenCalled()
    isUp = true
    await pass(1_500)
    expect(onReturn).toHaveBeenCalledOnce()
    await pass(60_000)
    expect(probedAt).toHaveLength(4)
  })

  test('it is probed less often after ten minutes', async () => {
    watch()
    await pass(10 * 60_000)
    probedAt = []
    await pass(60_000)
    expect(probedAt).toHaveLength(4)
  })

  test('a network that swallows packets delays no later probe', async () => {
    const asked = vi.fn((_url: string, { signal }: RequestInit) => {
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    })
    vi.stubGlobal('fetch', asked)
    watch()
    await pass(12_000)
    const probes = asked.mock.calls.filter(([url]) => url.endsWith('/healthz'))
    expect(probes).toHaveLength(8)
  })

  test('several waits share the probes, and each ends', async () => {
    watch()
    watch()
    await pass(1_500)
    isUp = true
    await pass(1_500)
    expect(probedAt).toHaveLength(2)
    expect(onReturn).toHaveBeenCalledTimes(2)
  })

  test('no probe is sent while data is saved or the person works offline', async () => {
    connectServerReturn(() => false)
    watch()
    watch({ isLost: false })
    await pass(60_000)
    expect(probedAt).toEqual([])
  })

  test('no probe is sent by a hidden page, and one at once when it is visible again', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    watch()
    await pass(60_000)
    expect(probedAt).toEqual([])
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(probedAt).toEqual([60_000])
  })
})
