/** Which build this page runs: the print in its entry's name, which changes with any of its modules. */
export function findBuild(): string {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return /-([\w-]{8})\.js$/.exec(entry?.src ?? '')?.[1] ?? 'development'
}
