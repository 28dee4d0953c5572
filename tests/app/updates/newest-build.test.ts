import { expect, test, vi } from 'vitest'
import { loadNewestBuild } from '#src/app/updates/newest-build.ts'

test('the page reloads for an update once, when the new worker is active, but not while it is being activated', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const reload = vi.fn()
  const postMessage = vi.fn()
  const waiting = Object.assign(new EventTarget(), { state: 'installed', postMessage })
  const serviceWorker = Object.assign(new EventTarget(), {
    getRegistration: async () => ({ waiting }),
  })
  const parts = { navigator: { serviceWorker }, location: { reload }, setTimeout }
  await loadNewestBuild(parts as unknown as Window) // the only parts used
  expect(postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' })
  const move = (state: string) => {
    waiting.state = state
    waiting.dispatchEvent(new Event('statechange'))
  }
  move('activating')
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  expect(reload).not.toHaveBeenCalled()
  move('activated')
  vi.runAllTimers() // the timer that reloads if no activation is reported must not reload again
  expect(reload).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
