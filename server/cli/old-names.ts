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
 * Supports the script names of earlier versions for one release. npm sets the name of the script
 * that it runs.
 */
export function noteOldName(script: string | undefined): void {
  const subcommand = NEW_NAMES[script ?? '']
  if (subcommand === undefined) return
  process.stderr.write(
    `"npm run ${script}" goes with the next release. Use: npm run manage -- ${subcommand}\n`,
  )
}
