import { findVideoLimit } from '#src/domain/saved-video.ts'

export interface VideoSpace {
  limit: number
  /** Free quota in bytes; null if the browser does not report it. */
  free: number | null
}

type Storage = Pick<StorageManager, 'estimate'> | undefined // absent in old browsers

export async function measureSpace(storage: Storage): Promise<VideoSpace> {
  try {
    const { usage = 0, quota } = (await storage?.estimate?.()) ?? {}
    if (quota !== undefined)
      return { limit: findVideoLimit(quota), free: Math.max(0, quota - usage) }
  } catch (error) {
    console.warn('The browser does not report the free space.', error)
  }
  return { limit: findVideoLimit(null), free: null }
}

/** Whether the browser has room for these bytes, or does not say. */
export async function hasSpace(storage: Storage, bytes: number): Promise<boolean> {
  const { free } = await measureSpace(storage)
  return free === null || bytes <= free
}
