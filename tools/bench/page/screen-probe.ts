import { type MainThreadTimes, watchMainThread } from './main-thread-watch.ts'

const OPEN_ROW = 'tbody tr[data-state="normal"]'
const STATUS_SELECT = 'select[aria-label^="Status of"]'

/** Changes the status of `count` rows in the open table. Measures each change until the new status is painted. */
export async function measureDecisions(count: number): Promise<MainThreadTimes[]> {
  const times: MainThreadTimes[] = []
  while (times.length < count) times.push(await watchMainThread(decideOnce))
  return times
}

function decideOnce(): Promise<void> {
  const row = document.querySelector<HTMLElement>(OPEN_ROW)
  const select = row?.querySelector<HTMLSelectElement>(STATUS_SELECT)
  if (!row || !select) throw new Error('the table has no row that wants a decision')
  const isMarked = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (row.dataset['state'] === 'normal') return
      observer.disconnect()
      resolve()
    })
    observer.observe(row, { attributes: true })
  })
  select.value = select.value === 'approved' ? 'rejected' : 'approved'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  return isMarked.then(painted)
}

/** Resolves in the first task after a frame was painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
