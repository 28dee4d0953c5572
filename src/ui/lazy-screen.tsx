import { type ComponentType, lazy, useState } from 'react'

export interface LazyScreen<Props> {
  /** Loads the screen's code. */
  load(): Promise<ComponentType<Props>>
  Screen: ComponentType<Props>
}

/**
 * A screen whose code is a separate chunk. After `load` has resolved, the screen renders without suspending: React
 * delays the content after a Suspense fallback by 300 ms, even if the code arrives immediately.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyScreen<Props> {
  let loaded: ComponentType<Props> | null = null

  async function loadOnce(): Promise<ComponentType<Props>> {
    loaded ??= await load()
    return loaded
  }

  const Lazy: ComponentType<Props> = lazy(async () => ({ default: await loadOnce() }))

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module, never while rendering.
  function Screen(props: Props) {
    // Stored in state, because another component type would remount the screen.
    const [Shown] = useState(() => loaded ?? Lazy)
    return <Shown {...props} />
  }

  return { load: loadOnce, Screen }
}
