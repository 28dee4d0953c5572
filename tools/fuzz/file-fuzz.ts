import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHEET_JOB } from '#server/listings/import/files/sheet-job.ts'
import { PHOTO_JOB, VIDEO_JOB } from '#server/platform/media/formats/media-jobs.ts'
import { FileRefusal, parseFile, parseParts } from '#server/platform/parsing/parsing-service.ts'
import { createRandom } from '#tools/faults/sim/seeded-random.ts'
import { type FileKind, makeFileKinds, mutate } from './fuzzed-files.ts'

// Sends mutated files to the parsers, as the server does. Each file must be read or refused with a sentence.

const AT_ONCE = 4 // more than parsers, so that files wait for their turns too

export interface FileFuzzReport {
  files: number
  read: number
  /** Refusals by sentence, without numbers. */
  refused: Map<string, number>
  /** What was neither read nor refused, with the number of the file; null without one. */
  finding: string | null
}

export async function fuzzFiles(
  { seed, files }: { seed: number; files: number },
  onFile: (done: number) => void = () => {},
): Promise<FileFuzzReport> {
  const kinds = await makeFileKinds()
  const folder = mkdtempSync(join(tmpdir(), 'file-fuzz-'))
  const report: FileFuzzReport = { files: 0, read: 0, refused: new Map(), finding: null }
  let next = 0
  const work = async () => {
    while (next < files && report.finding === null) {
      const number = next
      next += 1
      const random = createRandom(seed + number)
      const kind = random.pick(kinds)
      const content = mutate(kind.content, random)
      await note(report, `file ${number}, ${kind.name}`, () =>
        readFile(kind, content, join(folder, `file-${number}`)),
      )
      onFile(report.files)
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } finally {
    rmSync(folder, { recursive: true })
  }
  return report
}

async function note(
  report: FileFuzzReport,
  what: string,
  read: () => Promise<void>,
): Promise<void> {
  report.files += 1
  try {
    await read()
    report.read += 1
  } catch (error) {
    if (!(error instanceof FileRefusal) || !/^[A-Z].*\.$/s.test(error.message)) {
      report.finding ??= `${what}: ${String(error)}`
      return
    }
    const sentence = error.message.replaceAll(/\d[\d,]*/g, '0')
    report.refused.set(sentence, (report.refused.get(sentence) ?? 0) + 1)
  }
}

async function readFile({ job, contentType }: FileKind, content: Buffer, path: string) {
  const by = { person: job }
  if (job === 'sheet') {
    for await (const _ of parseParts(SHEET_JOB, content, by));
    return
  }
  await writeFile(path, content)
  try {
    if (job === 'photo') await parseFile(PHOTO_JOB, { path, contentType }, by)
    else await parseFile(VIDEO_JOB, { path, newPath: `${path}-new` }, by)
  } finally {
    for (const one of [path, `${path}-new`]) rmSync(one, { force: true })
  }
}
