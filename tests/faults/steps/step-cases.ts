import { type Armed, faultsOf } from './armed-step.ts'
import type { SourceStep } from './step-source.ts'

/** Every fault of every step that a path reaches, dealt out so that the paths share them. */
export interface PathCases {
  title: string
  cases: Armed[]
}

/** How often each step was reached on each path, by the path's title. */
export type Reached = ReadonlyMap<string, ReadonlyMap<string, number>>

/**
 * Plays each fault of a step `each` times: at as many of the moments, over all paths, at which the step is reached. The
 * moments are taken evenly, and other ones for each fault.
 */
export function dealCases(
  steps: readonly SourceStep[],
  reached: Reached,
  each: number,
): PathCases[] {
  const dealt = new Map<string, Armed[]>([...reached.keys()].map((title) => [title, []]))
  for (const { name, kind } of steps) {
    const moments = [...reached].flatMap(([title, counts]) =>
      Array.from({ length: counts.get(name) ?? 0 }, (_, index) => ({
        title,
        occurrence: index + 1,
      })),
    )
    for (const [turn, fault] of faultsOf(kind).entries()) {
      for (const { title, occurrence } of takeEvenly(moments, each, turn)) {
        dealt.get(title)?.push({ step: name, kind, occurrence, fault })
      }
    }
  }
  return [...dealt].map(([title, cases]) => ({ title, cases }))
}

function takeEvenly<Item>(items: readonly Item[], count: number, turn: number): Item[] {
  if (items.length <= count) return [...items]
  const stride = items.length / count
  const shift = Math.floor((turn * items.length) / GOLDEN) % items.length
  return items.filter((_, index) => {
    const place = (index + shift) % items.length
    return Math.floor(place / stride) !== Math.floor((place - 1) / stride)
  })
}

const GOLDEN = 1.618 // never in step with how often a path comes round
