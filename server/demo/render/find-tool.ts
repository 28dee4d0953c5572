import { execFileSync } from 'node:child_process'

/** Where a program of the developer's machine is: named by a variable of the environment, or on the path. */
export function findTool(name: string, variable: string): string {
  const named = process.env[variable]
  if (named) return named
  try {
    return execFileSync('which', [name], { encoding: 'utf8' }).trim()
  } catch (cause) {
    throw new Error(`${name} is not installed; install it or name it in ${variable}`, { cause })
  }
}
