const NEW_NAMES: Readonly<Record<string, string>> = {
  seed: 'seed',
  'operator:password': 'password',
  'db:move': 'move',
  backup: 'backup',
  'pan:rotate': 'rotate-pan-key',
  restore: 'restore',
  'audit:check': 'audit',
  'rollups:check': 'rollups',
}

/**
 * Prints a deprecation notice if the script has a name of an earlier version. Pass
 * `npm_lifecycle_event`, in which npm names the running script.
 */
export function noteOldName(script: string | undefined): void {
  const subcommand = NEW_NAMES[script ?? '']
  if (subcommand === undefined) return
  process.stderr.write(
    `"npm run ${script}" goes with the next release. Use: npm run manage -- ${subcommand}\n`,
  )
}
