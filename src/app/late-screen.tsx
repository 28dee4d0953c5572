import { type ComponentType, lazy } from 'react'

/**
 * A screen whose code comes when it is first shown, or before by `preload`. What is there already is drawn in the same
 * turn: React lets 300 ms pass between a part's stand-in and the part itself.
 */
export function lateScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null

  async function preload(): Promise<{ default: ComponentType<Props> }> {
    loaded = await load()
    return { default: loaded }
  }

  const Late: ComponentType<Props> = lazy(preload)

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each screen, as its module is loaded
  function Screen(props: Props) {
    // What has waited for `Late` is drawn again from the stand-in down, and finds it loaded: it begins once.
    const Part = loaded ?? Late
    return <Part {...props} />
  }

  return { Screen, preload }
}
