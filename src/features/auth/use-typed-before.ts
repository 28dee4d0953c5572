import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Reports the fields that were filled in before the form mounted. The form is prerendered (app/startup/hydration.tsx):
 * people and password managers fill it in before hydration.
 */
export function useTypedBefore(
  formRef: RefObject<HTMLFormElement | null>,
  onTyped: (field: HTMLInputElement) => void,
): void {
  const report = useEffectEvent(onTyped)
  useLayoutEffect(() => {
    for (const field of formRef.current?.querySelectorAll('input') ?? []) {
      const isUntouched = field.value === field.defaultValue
      if (field.checked !== field.defaultChecked || !isUntouched) report(field)
    }
  }, [formRef])
}
