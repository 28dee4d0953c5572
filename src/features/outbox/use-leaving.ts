import { useState } from 'react'
import { useWorkOffline } from './use-work-offline.ts'

/** The steps of signing out. While the device works offline, a warning comes first. */
export function useLeaving() {
  const { isOn } = useWorkOffline()
  const [step, setStep] = useState<'staying' | 'told' | 'leaving' | null>(null)
  return {
    /** False until the first call of `start`. */
    isWanted: step !== null,
    isConfirming: step === 'told',
    isLeaving: step === 'leaving',
    start: () => setStep(isOn ? 'told' : 'leaving'),
    goOn: () => setStep('leaving'),
    stay: () => setStep('staying'),
  }
}

export type Leaving = ReturnType<typeof useLeaving>
