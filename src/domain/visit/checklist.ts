// What visits to properties ask. The owner of the panel edits the list.

export interface ChecklistItem {
  id: string
  label: string
  /** Whether new visits ask it. */
  isActive: boolean
}

/** Of a new installation. */
export const FIRST_CHECKLIST: readonly ChecklistItem[] = [
  { id: 'address', label: 'The property is at the address', isActive: true },
  { id: 'photos', label: 'The photos show this property', isActive: true },
  { id: 'details', label: 'Rooms and furnishing are as listed', isActive: true },
  { id: 'person', label: 'The owner or an agent was there', isActive: true },
]

export const MOST_CHECKLIST_ITEMS = 30 // a visitor on a phone could not survey more
export const MAX_ITEM_CHARS = 80 // two lines on a phone
