import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSingleKeys } from './single-keys.ts'
import { type KeyReach, useKeys } from './use-keys.ts'

/** What a key does on the visible screen. The command palette offers it too. */
export interface ScreenAction {
  /** As in `useKeys`. */
  key: string
  label: string
  run: () => void
}

const screens = new Set<() => readonly ScreenAction[]>()

/** Offers actions by their keys, unless single-letter keys are off, and in the command palette. */
export function useScreenActions(actions: readonly ScreenAction[], reach?: KeyReach): void {
  useKeys(Object.fromEntries(actions.map(({ key, run }) => [key, run])), useSingleKeys(), reach)
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const list = () => latest.current
    screens.add(list)
    return () => {
      screens.delete(list)
    }
  }, [])
}

/** The actions of the visible screen. */
export function listScreenActions(): ScreenAction[] {
  return [...screens].flatMap((list) => list())
}
