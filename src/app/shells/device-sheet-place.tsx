import { lazy, Suspense } from 'react'
import type { InstallOffer } from '#src/features/device/install-offer.ts'
import { useSheetUrl } from '#src/ui/address/use-sheet-url.ts'

const DeviceSheet = lazy(async () => ({
  default: (await import('#src/features/device/device-sheet.tsx')).DeviceSheet,
}))

const NAME = 'device'

/** State of the "This device" sheet, which can open over any page. */
export function useDeviceSheet() {
  const { openId, open, close } = useSheetUrl('sheet')
  return { isOpen: openId === NAME, open: () => open(NAME), close }
}

export interface DeviceSheetPlaceProps {
  isOpen: boolean
  close: () => void
  install: InstallOffer
}

export function DeviceSheetPlace({ isOpen, close, install }: DeviceSheetPlaceProps) {
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <DeviceSheet install={install} onClose={close} />
    </Suspense>
  )
}
