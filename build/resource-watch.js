// @ts-check
import process from 'node:process'
import { parentPort, workerData } from 'node:worker_threads'

// Ends a parser process if its job uses too much memory or processor time, or if the server has ended. A thread of its
// own does this (server/platform/parsing/resource-watch.ts starts it), because a parser may block the main thread. The memory is
// the resident memory of the whole process: that of native libraries too, which no limit of V8 covers. A plain file,
// because a thread does not get the loader that compiles the sources in development.

const WATCH_MS = 10 // a job fills at most 30 MB between two looks
const IDLE_MS = 1_000
const BUSY = 1

/** @type {import('#server/platform/parsing/resource-watch.ts').WatchedLimits} */
const { state, limits, parentPid } = workerData

parentPort?.postMessage('watching')
for (;;) {
  const now = Atomics.load(state, 0)
  Atomics.wait(state, 0, now, now === BUSY ? WATCH_MS : IDLE_MS)
  // Also if the main thread is blocked, and cannot notice that the channel to the server has closed.
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
  if (Atomics.load(state, 0) !== BUSY) continue
  if (process.memoryUsage.rss() > (limits[0] ?? 0)) process.kill(process.pid, 'SIGKILL')
  const { user, system } = process.cpuUsage()
  if (user + system > (limits[1] ?? 0)) process.kill(process.pid, 'SIGXCPU')
}
