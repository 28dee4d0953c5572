import { expect, test, vi } from 'vitest'
import { loadNewestBuild } from '#src/app/updates/newest-build.ts'

test('for an update, the page reloads exactly once: not while the new worker is being activated, but when it is active', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const reload = vi.fn()
  const postMessage = vi.fn()
  const waiting = Object.assign(new EventTarget(), { state: 'installed', postMessage })
  const serviceWorker = Object.assign(new EventTarget(), {
    getRegistration: async () => ({ waiting }),
  })
  const parts = { navigator: { serviceWorker }, location: { reload }, setTimeout }
  await loadNewestBuild(parts as unknown as Window) // the function uses only these parts
  expect(postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' })
  const move = (state: string) => {
    waiting.state = state
    waiting.dispatchEvent(new Event('statechange'))
  }
  move('activating')
  serviceWorker.dispatchEvent(new Event('controllerchange'))
  expect(reload).not.toHaveBeenCalled()
  move('activated')
  // A timer reloads the page in case the browser does not report the activation. Here it must not reload a second time.
  vi.runAllTimers()
  expect(reload).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
