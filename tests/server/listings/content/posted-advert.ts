import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { FLAT } from './posting-calls.ts'
import type { postingForEachTest } from './posting-server.ts'

type Seller = Pick<ReturnType<typeof postingForEachTest>['asha'], 'uploads' | 'submit'>

/** Uploads the photos and submits the flat with them; the operator's list then has it. */
export async function post(
  by: Seller,
  id: string,
  { files = [], ...change }: Partial<PostingDraft> & { files?: readonly Buffer[] } = {},
): Promise<void> {
  const media: string[] = []
  for (const file of files) media.push(await by.uploads.addMedia(file, id))
  const { status, text } = await by.submit(id, { ...FLAT, ...change, media })
  if (status !== 200) throw new Error(text)
}
