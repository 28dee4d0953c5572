import { expect, test } from 'vitest'
import { LISTING_STATUSES } from '#src/domain/listing/listing.ts'
import {
  APPROVE,
  commandFor,
  commandOf,
  DELETE_LISTING,
  isAlreadySo,
  LISTING_COMMANDS,
  REJECT,
} from '#src/domain/listing/listing-commands.ts'
import { may, STAFF_ROLES } from '#src/domain/team/permission.ts'

test('every command has its own id, label and key', () => {
  for (const field of ['id', 'label', 'key'] as const)
    expect(new Set(LISTING_COMMANDS.map((command) => command[field])).size).toBe(
      LISTING_COMMANDS.length,
    )
})

test('a status and a decision lead to the command that makes them', () => {
  for (const status of LISTING_STATUSES) {
    const command = commandFor(status)
    expect(command.decision).toEqual({ kind: 'status', to: status })
    expect(commandOf(command.decision)).toBe(command)
    expect(isAlreadySo(command, { status })).toBe(true)
    expect(isAlreadySo(command, { status: status === 'pending' ? 'approved' : 'pending' })).toBe(
      false,
    )
  }
  expect(commandOf({ kind: 'delete' })).toBe(DELETE_LISTING)
  expect(isAlreadySo(DELETE_LISTING, { status: 'approved' })).toBe(false)
})

test('a command is allowed to the roles that the server allows its call', () => {
  for (const role of STAFF_ROLES) {
    const isAllowed = (permission: Parameters<typeof may>[1]) => may(role, permission)
    expect(APPROVE.may(isAllowed)).toBe(may(role, 'decide-listings'))
    expect(REJECT.may(isAllowed)).toBe(may(role, 'decide-listings'))
    expect(DELETE_LISTING.may(isAllowed)).toBe(may(role, 'delete-listings'))
  }
})
