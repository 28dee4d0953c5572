import { formatBytes } from '#src/domain/format-bytes.ts'
import { groupIndian } from '#src/domain/money.ts'
import { isSameVideo, type SavedVideo, type VideoFileFacts } from '#src/domain/saved-video.ts'
import type { SaveStep } from '#src/saved-videos/save-queue.ts'
import type { SaveRefusal } from '#src/saved-videos/video-saving.ts'

// The text and the buttons beside a listing's video, with which a person saves the video on this device.

export interface VideoSaveState {
  saved: SavedVideo | null
  step: SaveStep | null
  /** The video's size and ETag on the server; null until the server has sent them. */
  facts: VideoFileFacts | null
  /** The limit of all saved videos, in bytes. */
  limit: number | null
}

export interface VideoSaveStatus {
  tone: 'plain' | 'done' | 'trouble'
  message: string
  /** The button's action and label. */
  action: { does: 'save' | 'cancel' | 'remove'; label: string }
  /** A second action, if there is one. */
  also: { does: 'save' | 'remove'; label: string } | null
}

export function describeVideoSave({ saved, step, facts, limit }: VideoSaveState): VideoSaveStatus {
  if (step?.step === 'waiting') return calling('Waiting until another video is saved.')
  if (step?.step === 'saving')
    return calling(progressMessage(step.bytes, step.total ?? facts?.bytes ?? null))
  const size = facts?.bytes ? formatBytes(facts.bytes) : null
  const save = { does: 'save', label: size ? `Save video, ${size}` : 'Save video' } as const
  const remove = { does: 'remove', label: 'Remove' } as const
  if (saved) {
    const isOld = facts !== null && !isSameVideo(saved, facts)
    const again = size ? `Save again, ${size}` : 'Save again'
    const failed = step?.step === 'failed' ? `${refusalMessage(step.reason, limit)} ` : ''
    if (isOld) {
      const message = `${failed}The video has changed on the server since it was saved here.`
      return { tone: 'trouble', message, action: remove, also: { does: 'save', label: again } }
    }
    const outgoing = step?.step === 'done' ? evictionMessage(step.outgoing) : ''
    const message = `Saved on this device, ${formatBytes(saved.bytes)}.${outgoing}`
    return { tone: 'done', message, action: remove, also: null }
  }
  if (step?.step === 'failed') {
    const message = refusalMessage(step.reason, limit)
    return { tone: 'trouble', message, action: save, also: null }
  }
  const isAsked = facts !== null
  const message =
    isAsked && !size
      ? 'Plays without a network once it is saved. Its size is not known now.'
      : 'Plays without a network once it is saved.'
  return { tone: 'plain', message, action: save, also: null }
}

function calling(message: string): VideoSaveStatus {
  return { tone: 'plain', message, action: { does: 'cancel', label: 'Stop saving' }, also: null }
}

function progressMessage(bytes: number, total: number | null): string {
  return total === null
    ? `Saving, ${formatBytes(bytes)} so far.`
    : `Saving, ${formatBytes(bytes)} of ${formatBytes(total)}.`
}

function evictionMessage(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' To make room, the least recently used video was removed.'
    : ` To make room, the ${groupIndian(count)} least recently used videos were removed.`
}

function refusalMessage(reason: SaveRefusal, limit: number | null): string {
  if (reason !== 'too-large') return REFUSALS[reason]
  const room =
    limit === null ? 'saved videos may have' : `the ${formatBytes(limit)} for saved videos`
  return `Not saved: this video is larger than ${room}.`
}

const REFUSALS: Record<Exclude<SaveRefusal, 'too-large'>, string> = {
  'no-answer': 'Not saved: the server cannot be reached. Try again with a connection.',
  refused: 'Not saved: the server does not give out this video.',
  cut: 'Not saved: the connection broke before the whole video was here. Try again.',
  'no-room': 'Not saved: this device has no room for it. Remove something and try again.',
  ended: 'Not saved: saving was ended, by a sign-out or by another tab.',
  'working-offline': 'Not saved: you are working offline. Switch that off in the Outbox first.',
  storage: "Not saved: this device's storage does not work now. Try again.",
}
