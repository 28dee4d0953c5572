import { type ComponentType, lazy, useState } from 'react'

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
    // The same one as long as it is shown: React goes on below this when the code has come, and another kind of
    // component at the next drawing would begin anew.
    const [Part] = useState(() => loaded ?? Late)
    return <Part {...props} />
  }

  return { Screen, preload }
}
