/** The whole body; of a stream of events, which does not end by itself, the beginning. */
export async function readText(answer: Response): Promise<string> {
  if (!answer.headers.get('Content-Type')?.startsWith('text/event-stream')) return answer.text()
  const reader = answer.body?.getReader()
  const first = await reader?.read()
  // Of a copy of the answer, that ends only with the other copy.
  void reader?.cancel()
  return new TextDecoder().decode(first?.value)
}
