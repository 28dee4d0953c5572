import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findTool } from './find-tool.ts'
import { FRAME_HEIGHT, FRAME_WIDTH, FRAMES_PER_SECOND } from './shot-list.ts'

const VIDEO_KILOBITS = 270 // a second: twelve films of eight seconds and their posters stay under 4 MB
const POSTER_BYTES = 25_000 // a list of cards loads many of them at once

/** Takes frames one after another and leaves an H.264 film that can start before it has arrived whole. */
export interface FilmEncoder {
  add(rgba: Buffer): Promise<void>
  finish(videoPath: string): Promise<void>
}

export function makeFilmEncoder(): FilmEncoder {
  const folder = mkdtempSync(join(tmpdir(), 'walkthrough-'))
  const whole = join(folder, 'whole.mkv')
  const encoder = spawn(
    findTool('ffmpeg', 'FFMPEG_PATH'),
    [
      ...rawInput(),
      ...['-vf', 'vflip', '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', whole],
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  )
  const ended = once(encoder, 'close')
  return {
    add: async (rgba) => {
      if (!encoder.stdin.write(rgba)) await once(encoder.stdin, 'drain')
    },
    finish: async (videoPath) => {
      encoder.stdin.end()
      const [code] = await ended
      if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
      shrink(whole, videoPath, join(folder, 'passes'))
      rmSync(folder, { recursive: true })
    },
  }
}

/** The frame as a JPEG, as fine as the size of a poster allows. */
export function writePoster(rgba: Buffer, posterPath: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'poster-'))
  const raw = join(folder, 'frame.rgba')
  writeFileSync(raw, rgba)
  for (let quality = 2; quality < 20; quality++) {
    ffmpeg([
      ...rawInput(raw),
      ...['-vf', 'vflip', '-frames:v', '1', '-pix_fmt', 'yuvj420p', '-huffman', 'optimal'],
      ...['-q:v', String(quality), '-bitexact', posterPath],
    ])
    if (statSync(posterPath).size <= POSTER_BYTES) break
  }
  rmSync(folder, { recursive: true })
  if (readFileSync(posterPath).length > POSTER_BYTES) throw new Error(`${posterPath} is too large`)
}

function shrink(from: string, to: string, passes: string): void {
  const coding = [
    ...['-c:v', 'libx264', '-preset', 'slower', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    ...['-b:v', `${VIDEO_KILOBITS}k`, '-g', '120', '-threads', '1', '-passlogfile', passes],
    ...['-x264-params', 'aq-mode=3:deblock=0,0', '-an', '-map_metadata', '-1', '-bitexact'],
  ]
  ffmpeg(['-i', from, ...coding, '-pass', '1', '-f', 'null', '-'])
  ffmpeg(['-i', from, ...coding, '-pass', '2', '-movflags', '+faststart', to])
}

function rawInput(from = '-'): string[] {
  return [
    ...['-loglevel', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'rgba'],
    ...['-s', `${FRAME_WIDTH}x${FRAME_HEIGHT}`, '-r', String(FRAMES_PER_SECOND), '-i', from],
  ]
}

function ffmpeg(parameters: readonly string[]): void {
  execFileSync(findTool('ffmpeg', 'FFMPEG_PATH'), ['-loglevel', 'error', '-y', ...parameters])
}
