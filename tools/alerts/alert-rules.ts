import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Frame, toInputSeries } from './scraped-frames.ts'

// The rules of deploy/alerts.yaml, evaluated by the engine of Prometheus: `promtool test rules` plays series minute by
// minute, with the waiting times of the rules.

const RULES = resolve(import.meta.dirname, '../../deploy/alerts.yaml')
const MISSING = 'ENOENT'
const MOST_PRINTED = 2_000 // characters: promtool repeats an error for each minute

/** The names of the shipped alerts. */
export function listAlerts(): string[] {
  const rules = readFileSync(RULES, 'utf8').matchAll(/^ {6}- alert: (\w+)$/gm)
  return [...rules].map(([, name = '']) => name)
}

/** Whether promtool is installed. */
export function hasPromtool(): boolean {
  const { error } = spawnSync('promtool', ['--version'])
  return !(error && 'code' in error && error.code === MISSING)
}

/** Null if exactly the alerts in `fires` were firing at some minute of the frames; otherwise what promtool printed. */
export function findDifference(
  frames: readonly Frame[],
  fires: readonly string[],
  folder: string,
): string | null {
  const minutes = frames.reduce((sum, frame) => sum + frame.minutes, 0)
  const rules = readFileSync(RULES, 'utf8')
  const series = toInputSeries(frames, (metric) => rules.includes(metric))
  const played = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: series,
        promql_expr_test: [
          {
            expr: `group by (alertname) (max_over_time(ALERTS{alertstate="firing"}[${minutes}m]))`,
            eval_time: `${minutes - 1}m`,
            exp_samples: fires.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
          },
        ],
      },
    ],
  }
  const file = join(folder, 'play.yaml')
  writeFileSync(file, JSON.stringify(played)) // JSON is YAML
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
    encoding: 'utf8',
  })
  const printed = `${stdout}${stderr}`.replace(/\n{2,}/g, '\n')
  return status === 0 ? null : printed.slice(-MOST_PRINTED)
}
