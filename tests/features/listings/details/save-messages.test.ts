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
    'the size is said before saving',
    { facts: FACTS },
    'Plays without a network once it is saved.',
    ['Save video, 4.2 MB'],
  ],
  [
    'a size that is not known is said to be unknown',
    { facts: { bytes: null, etag: null } },
    'Plays without a network once it is saved. Its size is not known now.',
    ['Save video'],
  ],
  [
    'one that waits can be called off',
    { step: { step: 'waiting' } },
    'Waiting until another video is saved.',
    ['Stop saving'],
  ],
  [
    'one that is on its way says how far it is',
    { step: { step: 'saving', bytes: 1_200_000, total: 4_200_000 } },
    'Saving, 1.2 MB of 4.2 MB.',
    ['Stop saving'],
  ],
  [
    'one of unknown length says how much came',
    { step: { step: 'saving', bytes: 1_200_000, total: null } },
    'Saving, 1.2 MB so far.',
    ['Stop saving'],
  ],
  [
    'a saved one says so',
    { saved: SAVED, facts: FACTS },
    'Saved on this device, 4.2 MB.',
    ['Remove'],
  ],
  [
    "a saved one says so when the server's version is unknown",
    { saved: SAVED },
    'Saved on this device, 4.2 MB.',
    ['Remove'],
  ],
  [
    'a saved one names the evicted videos',
    { saved: SAVED, step: { step: 'done', outgoing: 2 } },
    'Saved on this device, 4.2 MB. To make room, the 2 least recently used videos were removed.',
    ['Remove'],
  ],
  [
    'one that the server has replaced can be saved again',
    { saved: SAVED, facts: { bytes: 5_000_000, etag: '"2"' } },
    'The video has changed on the server since it was saved here.',
    ['Remove', 'Save again, 5 MB'],
  ],
  [
    'one that could not be saved says why, and can be tried again',
    { facts: FACTS, step: { step: 'failed', reason: 'cut' } },
    'Not saved: the connection broke before the whole video was here. Try again.',
    ['Save video, 4.2 MB'],
  ],
  [
    'one that is too large names the limit',
    { step: { step: 'failed', reason: 'too-large' } },
    'Not saved: this video is larger than the 500 MB for saved videos.',
    ['Save video'],
  ],
  [
    'one removed after saving is offered again, without the evicted videos',
    { facts: FACTS, step: { step: 'done', outgoing: 2 } },
    'Plays without a network once it is saved.',
    ['Save video, 4.2 MB'],
  ],
])('%s', (_, state, message, buttons) => {
  const said = describeVideoSave({ ...NOTHING, ...state })
  expect(said.message).toBe(message)
  expect([said.action.label, ...(said.also ? [said.also.label] : [])]).toEqual(buttons)
})
