import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Tells a form once what stands in its fields when it is shown. A page is sent with its form in it (app/updates/take-over.tsx):
 * people and password managers fill it in before React knows of it.
 */
export function useTypedBefore(
  formRef: RefObject<HTMLFormElement | null>,
  onTyped: (field: HTMLInputElement) => void,
): void {
  const tell = useEffectEvent(onTyped)
  useLayoutEffect(() => {
    for (const field of formRef.current?.querySelectorAll('input') ?? []) {
      const isUntouched = field.value === field.defaultValue
      if (field.checked !== field.defaultChecked || !isUntouched) tell(field)
    }
  }, [formRef])
}
