import { type BenchSetting, tellMachine } from '#tests/bench/bench-report.ts'

/** Returns the text of docs/bench-desk.md. */
export function writeDeskPage(table: string, setting: BenchSetting): string {
  return `# What a slow desk on slow 4G gets

\`${setting.command}\` ${tellMachine(setting)}

${table}

- The built app in Chromium, in a window of 1366 x 768 with its processor slowed four times, on the slow line of
  [bench-phone.md](bench-phone.md). "Our server" is the real one; "a bare backend" is that of the specification (\`mocks/\`) with
  the same listings, no versions and no delta, behind a proxy that compresses with gzip what it serves.
- Times are taken in the page by its own clock: from the navigation, or from the press of button or key, to the task after
  the frame in which it was painted.
- Scrolling goes from the beginning of the table with the pointer over it: 12,000 pixels by wheel at 3,000 a second, 90
  repetitions of the arrow key at 30 a second, and 12 presses of Page Down at 4 a second. It is over once the table has
  kept its place for ten frames. A frame that shows a place without a row counts, even if a script fills it at once.
- A sign-in at our server includes one password hash (argon2id, 46 MiB), which the bare backend does not compute.
- The heap is what is left after a collection of garbage, of the page alone.
`
}
