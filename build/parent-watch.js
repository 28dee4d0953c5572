// @ts-check
import process from 'node:process'

// npm runs scripts in a shell. Some shells (dash) do not forward npm's signals: they exit and leave
// the server running with its lock on the data. So a process started by npm sends itself SIGTERM
// once its parent shell has exited.

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
