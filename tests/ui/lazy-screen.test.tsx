import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>
}

test('a lazy screen shows the fallback until its code is loaded', async () => {
  const { Screen } = lazyScreen(async () => Greeting)
  render(
    <Suspense fallback="Loading">
      <Screen name="Asha" />
    </Suspense>,
  )
  expect(screen.queryByText('Loading')).not.toBeNull()
  expect(await screen.findByText('Hello Asha')).toBeDefined()
})

test('a lazy screen renders at once if its code is already loaded', async () => {
  const { load, Screen } = lazyScreen(async () => Greeting)
  await load()
  render(
    <Suspense fallback="Loading">
      <Screen name="Asha" />
    </Suspense>,
  )
  expect(screen.queryByText('Hello Asha')).not.toBeNull()
})

test('a lazy screen stays mounted when its code is loaded again', async () => {
  const { load, Screen } = lazyScreen(async () => Greeting)
  const { rerender } = await act(async () => render(<Screen name="Asha" />))
  const paragraph = await screen.findByText('Hello Asha')
  await load()
  rerender(<Screen name="Ravi" />)
  expect(screen.queryByText('Hello Ravi')).toBe(paragraph)
})

test('a lazy screen can be loaded again after a failure', async () => {
  const answers = [Promise.reject(new Error('no network')), Promise.resolve(Greeting)]
  const { load } = lazyScreen(async () => (await answers.shift()) ?? Greeting)
  await expect(load()).rejects.toThrow('no network')
  expect(await load()).toBe(Greeting)
})
