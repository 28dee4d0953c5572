import { expect, test } from 'vitest'
import {
  describeVideoSave,
  type VideoSaveState,
} from '#src/features/listings/details/save-messages.ts'

const NOTHING: VideoSaveState = { saved: null, step: null, facts: null, limit: 500_000_000 }
const FACTS = { bytes: 4_200_000, etag: '"1"' }
const SAVED = { id: 'v', url: '/media/hall.mp4', bytes: 4_200_000, etag: '"1"', savedAt: 1 }

test.each<[string, Partial<VideoSaveState>, string, string[]]>([
  [
    'a video that is not saved shows its size',
    { facts: FACTS },
    'Plays without a network once it is saved.',
    ['Save video, 4.2 MB'],
  ],
  [
    'a video of unknown size shows that its size is not known',
    { facts: { bytes: null, etag: null } },
    'Plays without a network once it is saved. Its size is not known now.',
    ['Save video'],
  ],
  [
    'a waiting save can be cancelled',
    { step: { step: 'waiting' } },
    'Waiting until another video is saved.',
    ['Stop saving'],
  ],
  [
    'a save in progress shows its progress',
    { step: { step: 'saving', bytes: 1_200_000, total: 4_200_000 } },
    'Saving, 1.2 MB of 4.2 MB.',
    ['Stop saving'],
  ],
  [
    'a save of unknown total size shows the bytes received so far',
    { step: { step: 'saving', bytes: 1_200_000, total: null } },
    'Saving, 1.2 MB so far.',
    ['Stop saving'],
  ],
  [
    'a saved video shows its size',
    { saved: SAVED, facts: FACTS },
    'Saved on this device, 4.2 MB.',
    ['Remove'],
  ],
  [
    "a saved video shows its size even if the server's version is unknown",
    { saved: SAVED },
    'Saved on this device, 4.2 MB.',
    ['Remove'],
  ],
  [
    'a saved video shows how many other videos were removed to make room for it',
    { saved: SAVED, step: { step: 'done', outgoing: 2 } },
    'Saved on this device, 4.2 MB. To make room, the 2 least recently used videos were removed.',
    ['Remove'],
  ],
  [
    'a video that the server has replaced can be saved again',
    { saved: SAVED, facts: { bytes: 5_000_000, etag: '"2"' } },
    'The video has changed on the server since it was saved here.',
    ['Remove', 'Save again, 5 MB'],
  ],
  [
    'a failed save shows the reason, and can be retried',
    { facts: FACTS, step: { step: 'failed', reason: 'cut' } },
    'Not saved: the connection broke before the whole video was here. Try again.',
    ['Save video, 4.2 MB'],
  ],
  [
    'a video that is too large names the limit',
    { step: { step: 'failed', reason: 'too-large' } },
    'Not saved: this video is larger than the 500 MB for saved videos.',
    ['Save video'],
  ],
  [
    'a video that was saved and removed can be saved again, and shows nothing about other removed videos',
    { facts: FACTS, step: { step: 'done', outgoing: 2 } },
    'Plays without a network once it is saved.',
    ['Save video, 4.2 MB'],
  ],
])('%s', (_, state, message, buttons) => {
  const said = describeVideoSave({ ...NOTHING, ...state })
  expect(said.message).toBe(message)
  expect([said.action.label, ...(said.also ? [said.also.label] : [])]).toEqual(buttons)
})
