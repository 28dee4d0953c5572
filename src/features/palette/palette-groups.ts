import type { ReactNode } from 'react'
import { createSearchIndex } from '#src/domain/search/search-index.ts'
import type { PaletteCommand } from './palette-command.ts'
import {
  describeRecord,
  type PaletteRecord,
  paletteRecordPath,
  RECORD_TITLES,
  recordKey,
} from './palette-record.ts'
import { RECORD_SOURCES } from './record-sources.ts'
import type { DeviceRecords } from './use-device-records.ts'

/** One line of the palette. */
export interface PaletteOption {
  id: string
  label: string
  detail: string
  icon?: ReactNode
  keycap?: string
  to?: string
  run?: () => void
  /** Whether the address opens details over a section. */
  isRecord: boolean
}

export interface PaletteGroup {
  title: string
  options: readonly PaletteOption[]
}

const MOST_COMMANDS = 6
const MOST_OF_KIND = 5 // more are found faster with another word, or in the section
const MOST_FOUND = 200 // of all kinds, the best first

interface Parts {
  query: string
  commands: readonly PaletteCommand[]
  /** Null until the device's records are indexed. */
  records: DeviceRecords | null
  /** What the device has found for the query (`findRecords`). */
  found: readonly PaletteGroup[]
  /** Keys of records. */
  recent: readonly string[]
  /** What the server has found for the query. */
  server: readonly PaletteRecord[]
}

/**
 * The groups of the palette. Their order is fixed and the server's records come last, so that nothing moves what is above
 * when more is found.
 */
export function listGroups({
  query,
  commands,
  records,
  found,
  recent,
  server,
}: Parts): PaletteGroup[] {
  const isEmpty = query.trim() === ''
  const groups = isEmpty
    ? [
        { title: 'Recent', options: listRecentOptions(records, recent) },
        ...groupCommands(commands.map(toOption), commands),
      ]
    : [...findCommands(query, commands), ...found]
  const known = new Set(groups.flatMap(({ options }) => options.map(({ id }) => id)))
  const added = isEmpty ? [] : server.filter((record) => !known.has(recordKey(record)))
  return [...groups, { title: 'On the server', options: added.map(recordOption) }].filter(
    ({ options }) => options.length > 0,
  )
}

function listRecentOptions(records: DeviceRecords | null, recent: readonly string[]) {
  return recent.flatMap((key) => {
    const record = records?.byKey.get(key)
    return record ? [{ ...recordOption(record), id: `recent ${key}` }] : []
  })
}

function findCommands(query: string, commands: readonly PaletteCommand[]): PaletteGroup[] {
  const index = createSearchIndex<PaletteCommand>(({ label, words, group }) => [
    label,
    words,
    group === 'On this property' ? group : undefined,
  ])
  index.add(commands)
  const found = index.findAll(query, MOST_COMMANDS).map(({ entry }) => entry)
  return groupCommands(found.map(toOption), found)
}

/** In the order of each group's first command. */
function groupCommands(
  options: readonly PaletteOption[],
  commands: readonly PaletteCommand[],
): PaletteGroup[] {
  const titles = [...new Set(commands.map(({ group }) => group))]
  return titles.map((title) => ({
    title,
    options: options.filter((_, place) => commands[place]?.group === title),
  }))
}

/** The records of the device that fit the query best, by kind. */
export function findRecords(query: string, records: DeviceRecords | null): PaletteGroup[] {
  const found = records?.index.findAll(query, MOST_FOUND) ?? []
  return RECORD_SOURCES.map(({ kind }) => ({
    title: RECORD_TITLES[kind],
    options: found
      .filter(({ entry }) => entry.kind === kind)
      .slice(0, MOST_OF_KIND)
      .map(({ entry }) => recordOption(entry)),
  }))
}

function recordOption(record: PaletteRecord): PaletteOption {
  return {
    id: recordKey(record),
    ...describeRecord(record),
    to: paletteRecordPath(record),
    isRecord: true,
  }
}

function toOption({ detail = '', group: _, words: __, ...command }: PaletteCommand): PaletteOption {
  return { ...command, detail, isRecord: false }
}
