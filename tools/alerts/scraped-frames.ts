// Turns scrapes of /metrics into the series of `promtool test rules`: one sample each minute.

/** What Prometheus reads for some minutes. */
export interface Frame {
  minutes: number
  /** The text of /metrics; null if the scrape failed. */
  text: string | null
}

interface InputSeries {
  series: string
  values: string
}

const SAMPLE = /^(\w+)(\{.*\})? (\S+)$/ // the text format of Prometheus, without timestamps
/** The target that Prometheus adds to every series. */
const TARGET = 'instance="app-1:9464",job="marketplace"'
/** Gauges that grow by themselves between two scrapes, in seconds. */
const AGES: ReadonlySet<string> = new Set(['backup_age_seconds'])
const MINUTE_S = 60

/** Only the metrics that `isUsed` returns true for, and `up`. */
export function toInputSeries(
  frames: readonly Frame[],
  isUsed: (metric: string) => boolean,
): InputSeries[] {
  const scrapes = frames.map(({ minutes, text }) => ({ minutes, samples: readSamples(text) }))
  const names = new Set(scrapes.flatMap(({ samples }) => [...samples.keys()]))
  const used = [...names].filter((name) =>
    isUsed(toMetric(name).replace(/_(bucket|count|sum)$/, '')),
  )
  const ups = frames.map(({ minutes, text }) => hold('', text === null ? '0' : '1', minutes))
  return [
    { series: `up{${TARGET}}`, values: ups.join(' ') },
    ...used.map((series) => {
      let isKnown = false
      const values = scrapes.map(({ minutes, samples }) => {
        const value = samples.get(series)
        const held = value === undefined ? miss(minutes, isKnown) : hold(series, value, minutes)
        isKnown = value !== undefined
        return held
      })
      return { series, values: values.join(' ') }
    }),
  ]
}

function readSamples(text: string | null): Map<string, string> {
  const lines = (text ?? '').split('\n').flatMap((line) => {
    const [, metric = '', labels, value = ''] = SAMPLE.exec(line) ?? []
    const own = labels ? `${labels.slice(1, -1)},` : ''
    return metric ? [[`${metric}{${own}${TARGET}}`, value] as const] : []
  })
  return new Map(lines)
}

function toMetric(series: string): string {
  return series.slice(0, series.indexOf('{'))
}

function hold(series: string, value: string, minutes: number): string {
  const number = Number(value.replace('Inf', 'Infinity'))
  // The notation of promtool for steps knows no infinity.
  if (!Number.isFinite(number)) return Array(minutes).fill(value).join(' ')
  const step = AGES.has(toMetric(series)) ? MINUTE_S : 0
  return `${number}+${step}x${minutes - 1}`
}

/** Prometheus marks the first scrape without a series as the end of the series. */
function miss(minutes: number, isKnown: boolean): string {
  return Array.from({ length: minutes }, (_, at) => (at === 0 && isKnown ? 'stale' : '_')).join(' ')
}
