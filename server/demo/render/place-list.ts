import type { Place } from './place-model.ts'
import { seaViewLivingRoom } from './places/sea-view-living-room.ts'

export const PLACES: readonly (() => Place)[] = [seaViewLivingRoom]
