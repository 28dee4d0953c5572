import * as v from 'valibot'
import { MissingFileSchema } from '#src/api/missing-file.ts'

// The file that keeps this build from opening without a network. The worker names it while it installs, which may be
// long before anybody looks.

const listeners = new Set<() => void>()
let missing: string | null = null

/** The path of the file; null if none is known to be missing. */
export function findMissingFile(): string | null {
  return missing
}

export function noteMissingFile(file: string | null): void {
  missing = file
  for (const listener of listeners) listener()
}

export function subscribeToMissingFile(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Listens to the workers of this page. */
export function watchMissingFiles(workers: ServiceWorkerContainer): void {
  workers.addEventListener('message', ({ data }) => {
    const message = v.safeParse(MissingFileSchema, data)
    if (!message.success) return
    console.warn(`Not ready offline: ${message.output.file} could not be loaded.`)
    noteMissingFile(message.output.file)
  })
}
