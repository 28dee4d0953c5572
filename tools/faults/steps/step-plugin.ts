import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { findSteps, listEngineFiles } from './step-source.ts'

/**
 * Adds hooks around every step of the outbox and the code that it uses: `await work()` becomes
 * `await (stepBefore('name') ?? stepAt('name', work()))`. Where no fault is due, `stepAt` returns the promise itself,
 * because an additional wait would end an IndexedDB transaction.
 */
export function stepFaults(): Plugin {
  let files: ReadonlySet<string> | null = null
  return {
    name: 'step-faults',
    enforce: 'pre',
    transform(code, id) {
      files ??= new Set(listEngineFiles())
      const path = relative(process.cwd(), id.split('?')[0] ?? id).replaceAll('\\', '/')
      return files.has(path) ? { code: addSteps(path, code), map: null } : null
    },
  }
}

function addSteps(path: string, code: string): string {
  // Of two nested steps, the outer one is first in the list, so its text is inserted first where both start.
  const insertions = findSteps(path, code).flatMap(({ name, hasStep, start, end }) => {
    const asked = hasStep ? `'${name} of ' + step` : `'${name}'`
    return [
      { place: start, text: `(stepBefore(${asked}) ?? stepAt(${asked}, ` },
      { place: end, text: '))' },
    ]
  })
  insertions.sort((one, other) => one.place - other.place)
  let rest = 0
  const parts: string[] = []
  for (const { place, text } of insertions) {
    parts.push(code.slice(rest, place), text)
    rest = place
  }
  return parts.join('') + code.slice(rest) + ASKING
}

/** Appended to the source, so that every line keeps its number. Function declarations are hoisted. */
const ASKING = `
function stepBefore(name) { return globalThis.stepFaults?.before(name) }
function stepAt(name, awaited) { return globalThis.stepFaults ? globalThis.stepFaults.at(name, awaited) : awaited }
`
