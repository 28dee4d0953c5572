import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// `npm run bench -- phone --runs 2` starts the program that is named `phone` in the group `bench` with the remaining
// arguments. Without a name, it lists the group.

interface Program {
  what: string
  /** The TypeScript file, or the configuration of Vitest, below this folder. */
  file: string
  /** Whether it uses what `npm run build` makes. */
  needsBuild?: true
}

const GROUPS: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  bench: {
    page: { what: 'screens, lists and sending in one page', file: 'bench/run-bench.ts' },
    phone: { what: 'starts and screens of a slow phone', file: 'bench/phone/run-phone-bench.ts' },
    desk: { what: 'starts and screens of a desk', file: 'bench/desk/run-desk-bench.ts' },
    start: { what: 'the start of the server', file: 'bench/start/run-start-bench.ts' },
    server: { what: 'the calls of the server', file: 'bench/server/run-server-bench.ts' },
    export: { what: 'exports of long lists', file: 'bench/server/run-export-bench.ts' },
    live: { what: 'notices of changes to open panels', file: 'bench/server/run-live-bench.ts' },
    due: { what: 'due times of waiting listings', file: 'bench/server/run-due-bench.ts' },
    groups: { what: 'adverts of one property', file: 'bench/groups/run-groups-bench.ts' },
    receivers: { what: 'slow receivers', file: 'bench/server/run-receiver-bench.ts' },
    parsers: { what: 'files of strangers', file: 'bench/parsers/run-parsers-bench.ts' },
    size: { what: 'a million listings', file: 'bench/size-bench.ts', needsBuild: true },
    bundle: { what: 'the bytes of dist/ and their budgets', file: 'bench/bundle/bundle-budget.ts' },
  },
  faults: {
    schedules: { what: 'simulated schedules of the outbox', file: 'faults/run-campaign.ts' },
    designs: { what: 'wrong designs, which must fail', file: 'faults/run-calibration.ts' },
    kills: { what: 'a killed browser', file: 'faults/browser/run-kill-cycles.ts' },
    updates: { what: 'updates of the app', file: 'faults/browser/run-update-cycles.ts' },
    'server-kills': { what: 'a killed server', file: 'faults/server/run-server-kills.ts' },
    claims: { what: 'races for claims on PostgreSQL', file: 'faults/claims/run-claim-race.ts' },
    topology: {
      what: 'proxies, two processes, failing PostgreSQL',
      file: 'topology/run-topology.ts',
      needsBuild: true,
    },
    requests: { what: 'hostile requests', file: 'fuzz/run-fuzz.ts' },
    files: { what: 'hostile files', file: 'fuzz/run-file-fuzz.ts' },
    mutations: { what: 'broken rules of docs/security.md', file: 'security/run-mutations.ts' },
    alerts: { what: 'the alerts of deploy/alerts.yaml', file: 'alerts/play-alerts.ts' },
    engines: { what: 'a day in Firefox and WebKit', file: 'engines/engines-config.ts' },
    intake: { what: 'posting on a slow network', file: 'intake/intake-config.ts' },
  },
  screens: {
    chromium: {
      what: 'pictures of the screens',
      file: 'screens/take-screens.ts',
      needsBuild: true,
    },
    engines: {
      what: 'pictures in Firefox and WebKit',
      file: 'engines/take-engine-screens.ts',
    },
  },
}

const [group = '', name = '', ...rest] = process.argv.slice(2)
const programs = GROUPS[group] ?? {}
const program = programs[name]
if (program === undefined) {
  const lines = Object.entries(programs).map(([key, { what }]) => `  ${key.padEnd(14)}${what}`)
  console.error([`npm run ${group} -- <name> [arguments]`, ...lines].join('\n'))
  process.exitCode = 2
} else process.exitCode = start(program)

/** Returns the exit code of the build or of the program. */
function start({ file, needsBuild }: Program): number {
  const built = needsBuild ? run('npm', ['run', '--silent', 'build']) : 0
  if (built !== 0) return built
  const path = join('tools', file)
  return path.endsWith('-config.ts')
    ? run('npx', ['vitest', 'run', '--config', path, ...rest])
    : run(process.execPath, ['--import', 'tsx', path, ...rest])
}

function run(command: string, given: readonly string[]): number {
  return spawnSync(command, given, { stdio: 'inherit' }).status ?? 1
}
