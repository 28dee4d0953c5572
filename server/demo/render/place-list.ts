import type { Place } from './place-model.ts'
import { auctionWarehouse } from './places/auction-warehouse.ts'
import { courtyardHaveli } from './places/courtyard-haveli.ts'
import { gardenVillaHall } from './places/garden-villa-hall.ts'
import { kidsRoom } from './places/kids-room.ts'
import { masterBedroom } from './places/master-bedroom.ts'
import { modularKitchen } from './places/modular-kitchen.ts'
import { officeFloor } from './places/office-floor.ts'
import { pgSharedRoom } from './places/pg-shared-room.ts'
import { retailShop } from './places/retail-shop.ts'
import { seaViewLivingRoom } from './places/sea-view-living-room.ts'
import { studioApartment } from './places/studio-apartment.ts'
import { terraceGarden } from './places/terrace-garden.ts'

/** Each puts its place up when asked: all twelve at once would hold many solids for nothing. */
export const PLACES: readonly (() => Place)[] = [
  seaViewLivingRoom,
  modularKitchen,
  masterBedroom,
  kidsRoom,
  studioApartment,
  gardenVillaHall,
  terraceGarden,
  courtyardHaveli,
  pgSharedRoom,
  officeFloor,
  retailShop,
  auctionWarehouse,
]
