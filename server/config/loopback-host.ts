export function isLoopback(host: string): boolean {
  return /^(localhost|::1|\[::1\])$/.test(host) || /^127\.\d+\.\d+\.\d+$/.test(host)
}
