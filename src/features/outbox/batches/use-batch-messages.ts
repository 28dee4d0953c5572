import { useEffect } from 'react'
import { listProgress } from '#src/outbox/batches/batch-progress.ts'
import { useOutboxParts } from '#src/outbox/use-outbox.ts'

/** Announces batches. The announcer's code loads with the first batch. */
export function useBatchMessages(openOutbox: () => void): void {
  const { outbox, view, connectivity } = useOutboxParts()
  useEffect(() => {
    let found: ReadonlyMap<string, boolean> | null = null
    let isLoading = false
    let isStopped = false
    let stop = () => {}
    const isOnline = () => connectivity.get() === 'online' && !outbox.workOffline.get()

    function look() {
      const { state, batches, changes } = view.get()
      if (state !== 'ready') return
      const all = listProgress(batches, changes)
      found ??= new Map(all.map(({ batch, open }) => [batch.id, open === 0]))
      if (batches.length === 0 || isLoading) return
      isLoading = true
      import('./batch-announcer.ts').then(
        ({ startBatchAnnouncer }) => {
          if (isStopped) return
          unfollow()
          stop = startBatchAnnouncer({
            outbox,
            view,
            connectivity,
            found: found ?? new Map(),
            isOnline,
            openOutbox,
          })
        },
        (error: unknown) => {
          isLoading = false
          console.warn('A batch is not announced.', error)
        },
      )
    }

    const unfollow = view.subscribe(look)
    look()
    return () => {
      isStopped = true
      unfollow()
      stop()
    }
  }, [outbox, view, connectivity, openOutbox])
}
