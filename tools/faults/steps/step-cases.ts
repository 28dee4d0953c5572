import type { Armed } from './armed-step.ts'
import { faultsOf } from './step-fault.ts'
import type { SourceStep } from './step-source.ts'

/** The faults to inject on one path. */
export interface PathCases {
  title: string
  cases: Armed[]
}

/** How often each step was reached on each path, by the path's title. */
export type Reached = ReadonlyMap<string, ReadonlyMap<string, number>>

/**
 * Chooses where each fault is injected. A step occurs many times, on several paths; each of its faults is injected at
 * `each` of these occurrences, which are spread evenly over the paths and differ from fault to fault. Only the loss of
 * a commit's result ('fails-after') is injected on every path, because each path recovers from it differently.
 */
export function dealCases(
  steps: readonly SourceStep[],
  reached: Reached,
  each: number,
): PathCases[] {
  const dealt = new Map<string, Armed[]>([...reached.keys()].map((title) => [title, []]))
  for (const { kind, ...source } of steps) {
    for (const step of listNames(source.name, reached)) {
      const moments = listMoments(step, reached)
      for (const [turn, fault] of faultsOf(kind).entries()) {
        const isEachPath = kind === 'commit' && fault === 'fails-after'
        const taken = isEachPath
          ? moments.filter(({ occurrence }) => occurrence <= Math.max(each, OF_EACH_PATH))
          : takeEvenly(moments, each, turn)
        for (const { title, occurrence } of taken)
          dealt.get(title)?.push({ step, kind, occurrence, fault })
      }
    }
  }
  return [...dealt].map(([title, cases]) => ({ title, cases }))
}

/** The names under which a step of the source was reached: a commit's name includes what it commits. */
function listNames(source: string, reached: Reached): string[] {
  const all = [...reached.values()].flatMap((counts) => [...counts.keys()])
  return [...new Set(all.filter((name) => sourceOf(name) === source))]
}

/** The name of the step in the source, without the suffix ' of …' of a commit. */
export function sourceOf(reachedName: string): string {
  return reachedName.replace(/ of .*/, '')
}

function listMoments(step: string, reached: Reached): { title: string; occurrence: number }[] {
  return [...reached].flatMap(([title, counts]) =>
    Array.from({ length: counts.get(step) ?? 0 }, (_, index) => ({
      title,
      occurrence: index + 1,
    })),
  )
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

const OF_EACH_PATH = 3 // commits of each path that lose their result; a path has about three decisions
const GOLDEN = 1.618 // golden ratio: the offset never aligns with a path's repetitions
