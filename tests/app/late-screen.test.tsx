import { act, fireEvent, render, screen } from '@testing-library/react'
import { type Dispatch, Suspense, startTransition, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { LateScreen, type LateScreenCode, lateScreen } from '#src/app/late-screen.tsx'

function Counter() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count} pressed
    </button>
  )
}

const NOTHING = {}
let setShown: Dispatch<boolean>

function Page({ code, isShownAtOnce }: { code: LateScreenCode<object>; isShownAtOnce: boolean }) {
  const [isShown, setIt] = useState(isShownAtOnce)
  setShown = setIt
  return (
    <Suspense fallback="loading">
      {isShown ? <LateScreen of={code} given={NOTHING} /> : 'elsewhere'}
    </Suspense>
  )
}

function show(code: LateScreenCode<object>, isShownAtOnce = true) {
  const draw = () => <Page code={code} isShownAtOnce={isShownAtOnce} />
  const { rerender } = render(draw())
  return () => rerender(draw())
}

test('what was brought before is drawn in the same turn, without a stand-in', async () => {
  const load = vi.fn(async () => Counter)
  const code = lateScreen(load)
  await code.preload()
  show(code)
  expect(screen.getByText('0 pressed')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(1)
})

test.each([true, false])(
  'what was not is loaded when it is shown, and begins once (%s)',
  async (isShownAtOnce) => {
    const drawAgain = show(
      lateScreen(async () => Counter),
      isShownAtOnce,
    )
    // Where one comes from elsewhere React waits on the spot, and goes on below the screen.
    await act(async () => startTransition(() => setShown(true)))
    fireEvent.click(await screen.findByText('0 pressed'))
    expect(screen.getByText('1 pressed')).toBeVisible()
    drawAgain()
    expect(screen.getByText('1 pressed')).toBeVisible()
  },
)

test('what could not be brought is tried again when it is shown', async () => {
  const load = vi.fn(async () => Counter).mockRejectedValueOnce(new Error('no network'))
  const code = lateScreen(load)
  await expect(code.preload()).rejects.toThrow('no network')
  show(code)
  expect(await screen.findByText('0 pressed')).toBeVisible()
})
