import { eventPath } from '#src/config/paths.ts'
import { type EventChange, MAYBE_CREATED } from '#src/domain/change.ts'
import { type KindWords, SHARED_TROUBLES, type TroubleMessages } from '../shared-words.ts'

const EVENT_ACTIONS = {
  create: 'Create event',
  update: 'Change event',
  delete: 'Delete event',
} as const

const EVENT_LOSSES: Record<EventChange['action']['kind'], string> = {
  create: 'The event leaves your list on this device, and what you typed is lost.',
  update: 'The event stays as the server has it, so what you typed is lost.',
  delete: 'The event stays in your list.',
}

// The literal messages of the specification (section 8).
const EVENT_FAILURES = {
  create: 'Failed to create event!',
  update: 'Failed to update event!',
  delete: 'Failed to delete event!',
} as const
const EVENT_SUCCESSES = {
  create: 'Event created successfully!',
  update: 'Event updated successfully!',
  delete: 'Event deleted successfully!',
} as const

const TOO_LONG: TroubleMessages = {
  why: 'This event is longer than the server takes.',
  advice: 'Open the event, shorten its note and save: that sends it again.',
}

export const EVENT_WORDS: KindWords<EventChange> = {
  noun: 'event',
  pathOf: eventPath,
  labelOf: ({ action }) => EVENT_ACTIONS[action.kind],
  lossOf: ({ action }) => EVENT_LOSSES[action.kind],
  outcomesOf({ action: { kind } }) {
    const failed = EVENT_FAILURES[kind]
    return { done: EVENT_SUCCESSES[kind], declined: failed, error: failed }
  },
  isTyped: ({ action }) => action.kind !== 'delete',
  troubles: {
    ...SHARED_TROUBLES,
    'invalid-input': {
      why: 'The server did not accept the event.',
      advice: 'Open the event, correct it and save: that sends it again.',
    },
    'too-large': TOO_LONG,
    'event-too-large': TOO_LONG,
    'too-many-events': {
      why: 'You have as many events as one person may have.',
      advice: 'Delete one that you no longer need, then send this again.',
    },
    'events-too-large': {
      why: 'Your events take up as much space as one account may have.',
      advice: 'Delete one that you no longer need, then send this again.',
    },
    'not-found': {
      why: 'This event was deleted on the server meanwhile.',
      advice: 'There is nothing left to change. Discard this: this also discards what you typed.',
      isFinal: true,
    },
    [MAYBE_CREATED]: {
      why: 'No answer came, and your list has an event that says the same.',
      advice: 'If it is this one, discard this change. If it is not, send it again.',
    },
  },
}
