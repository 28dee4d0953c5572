// @ts-check
import process from 'node:process'

// npm runs a script by a shell, and some shells (dash) do not pass on the signal that npm sends them: they end alone and leave
// the server behind, with its lock on the data. So a process that npm started ends like after a SIGTERM once its shell is gone.

const EVERY_MS = 250
const shellPid = process.ppid

if (process.env['npm_lifecycle_event'] !== undefined) {
  const watch = setInterval(() => {
    if (process.ppid === shellPid) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, EVERY_MS)
  watch.unref()
}
