import { type ComponentType, lazy, useMemo } from 'react'

/** A screen whose code comes when it is first shown, or before by `preload`. */
export interface LateScreenCode<Props> {
  preload(): Promise<unknown>
  /** The screen itself once it is there; until then what suspends until it is. */
  find(): ComponentType<Props>
}

export function lateScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LateScreenCode<Props> {
  let loaded: ComponentType<Props> | null = null

  async function preload(): Promise<{ default: ComponentType<Props> }> {
    loaded = await load()
    return { default: loaded }
  }

  const late: ComponentType<Props> = lazy(preload)
  return { preload, find: () => loaded ?? late }
}

/**
 * Shows a late screen. What is there already is drawn in the same turn: React lets 300 ms pass between a part's stand-in
 * and the part itself.
 */
export function LateScreen<Props extends object>({ of, given }: LateScreenProps<Props>) {
  // The same one as long as it is shown: React goes on below this when the code has come, and another kind of component
  // at the next drawing would begin anew.
  const Screen = useMemo(() => of.find(), [of])
  return <Screen {...given} />
}

interface LateScreenProps<Props> {
  of: LateScreenCode<Props>
  given: Props
}
