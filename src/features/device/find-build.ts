/** This page's build: the content hash in its entry's file name, which changes with any of its modules. */
export function findBuild(): string {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return /-([\w-]{8})\.js$/.exec(entry?.src ?? '')?.[1] ?? 'development'
}
