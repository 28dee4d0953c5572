import { SHEET_JOB } from './imports/files/sheet-job.ts'
import { PHOTO_JOB, VIDEO_JOB } from './media/formats/media-jobs.ts'
import { runnable, serveJobs } from './parsing/job-runner.ts'

// The program of the parser processes, which server/parsing starts. A job loads its libraries when it runs first.

await serveJobs([
  runnable(PHOTO_JOB, async () => (await import('./media/formats/photo-encoding.ts')).encodePhoto),
  runnable(
    VIDEO_JOB,
    async () => (await import('./media/formats/video-rewriting.ts')).rewriteVideo,
  ),
  runnable(SHEET_JOB, async () => {
    const { readSheetHere } = await import('./imports/files/sheet-reading.ts')
    const { weighSheet } = await import('./imports/files/sheet-weight.ts')
    return async function* (bytes, requireMemory) {
      requireMemory(weighSheet(bytes))
      yield* readSheetHere(bytes)
    }
  }),
])
