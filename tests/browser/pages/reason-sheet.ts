import type { Page } from 'playwright-core'

/** Gives the reason "Photos missing or unclear" with a note. It asks the seller for changes by itself. */
export async function giveReason(page: Page, note: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Reason for the rejection' })
  await sheet.getByRole('button', { name: 'Photos missing or unclear' }).click()
  await sheet.getByLabel('Note to the seller').fill(note)
  await sheet.getByRole('switch', { name: 'Changes needed', checked: true }).waitFor()
  await sheet.getByRole('button', { name: 'Save reason' }).click()
  await sheet.waitFor({ state: 'detached' })
}
