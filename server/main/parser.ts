import { SHEET_JOB } from '#server/listings/import/files/sheet-job.ts'
import { PHOTO_JOB, VIDEO_JOB } from '#server/platform/media/formats/media-jobs.ts'
import { runnable, serveJobs } from '#server/platform/parsing/job-runner.ts'

// The program of the parser processes, which server/platform/parsing starts. A job loads its libraries when it runs first.

await serveJobs([
  runnable(
    PHOTO_JOB,
    async () => (await import('#server/platform/media/formats/photo-encoding.ts')).encodePhoto,
  ),
  runnable(
    VIDEO_JOB,
    async () => (await import('#server/platform/media/formats/video-rewriting.ts')).rewriteVideo,
  ),
  runnable(SHEET_JOB, async () => {
    const { readSheetHere } = await import('#server/listings/import/files/sheet-reading.ts')
    const { weighSheet } = await import('#server/listings/import/files/sheet-weight.ts')
    return async function* (bytes, requireMemory) {
      requireMemory(weighSheet(bytes))
      yield* readSheetHere(bytes)
    }
  }),
])
