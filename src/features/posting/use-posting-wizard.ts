import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { actOnPosting, findNewerPosting, savePosting } from '#src/api/posting/posting-api.ts'
import type { OwnPosting } from '#src/domain/posting/own-posting.ts'
import { checkPosting, type PostingFlaws } from '#src/domain/posting/posting-check.ts'
import { EMPTY_DRAFT, type PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { useDraft } from '#src/session/use-draft.ts'
import { makeRecordKey } from './record-key.ts'
import {
  listNoNumbers,
  type TypedField,
  type TypedPosting,
  toDraft,
  toTyped,
} from './typed-posting.ts'
import { findFlawedStep, listFields, MEDIA_STEP, WIZARD_STEPS } from './wizard-steps.ts'

const NO_NUMBER = 'Enter a number.'

interface HeldPosting {
  typed: TypedPosting
  media: PostingDraft['media']
  /** Null for a draft that the server does not have. */
  version: number | null
}

/**
 * The state of the wizard. What is typed is kept in this tab at each keystroke, and saved on the server
 * at each step. `saved` is null for a draft that the server does not have.
 */
export function usePostingWizard(id: string, saved: OwnPosting | null) {
  const start = saved?.draft ?? EMPTY_DRAFT
  // With the version that the texts are based on: an earlier tab must not replace a newer draft unasked.
  const [{ typed, media, version }, setHeld, clearHeld] = useDraft<HeldPosting>(`posting:${id}`, {
    typed: toTyped(start),
    media: start.media,
    version: saved?.version ?? null,
  })
  const submission = useRef<string | null>(null)
  const owesSave = useRef(false)
  const [step, setStep] = useState(0)
  const [flaws, setFlaws] = useState<PostingFlaws>({})
  const [refusals, setRefusals] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [newer, setNewer] = useState<OwnPosting | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [savedMedia, setSavedMedia] = useState(start.media)
  const draft = toDraft(typed, media)

  function findFlaws(): PostingFlaws {
    const checked = checkPosting(draft, new Date())
    const noNumbers = listNoNumbers(typed).map((field) => [field, NO_NUMBER])
    return { ...(checked.isComplete ? {} : checked.fields), ...Object.fromEntries(noNumbers) }
  }

  /** Runs one request at a time. Returns whether it succeeded; nothing typed is lost otherwise. */
  async function run(request: () => Promise<void>): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setProblem(null)
    try {
      await request()
      return true
    } catch (error) {
      const other = findNewerPosting(error)
      setNewer(other)
      if (!other) setProblem(describeOnlineFailure(error))
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
        refuse(error.fields)
        setStep((now) => findFlawedStep(error.fields) ?? now)
      }
      return false
    } finally {
      setBusy(false)
    }
  }

  function refuse(fields: PostingFlaws): void {
    setFlaws(fields)
    setRefusals((before) => before + 1)
  }

  async function save(): Promise<void> {
    const now = await savePosting(id, draft, version)
    setHeld((before) => ({ ...before, version: now.version }))
    setSavedMedia(draft.media)
  }

  useEffect(() => {
    // After the request that runs. What could not be saved waits for the next step.
    if (isBusy || !owesSave.current) return
    owesSave.current = false
    void run(save)
  })

  return {
    typed,
    media,
    savedMedia,
    draft,
    step,
    flaws,
    /** Counts the times that a field was refused. */
    refusals,
    problem,
    newer,
    isBusy,
    type(field: TypedField, value: string) {
      submission.current = null
      setHeld((before) => ({ ...before, typed: { ...before.typed, [field]: value } }))
      setFlaws(({ [field]: _, ...others }) => others)
    },
    /** Keeps the order of the files in this tab; it is saved as soon as no other request runs. */
    setMedia(arrange: (before: PostingDraft['media']) => PostingDraft['media']) {
      submission.current = null
      owesSave.current = true
      setHeld((before) => ({ ...before, media: arrange(before.media) }))
      setFlaws(({ media: _, ...others }) => others)
    },
    /** Opens the step of the photos, because of the files that are missing. */
    refuseMedia(sentence: string) {
      refuse({ media: sentence })
      setStep(MEDIA_STEP)
    },
    back: () => setStep((now) => Math.max(0, now - 1)),
    /** Goes on if the fields of this step are filled in. An unreachable server does not hold up the next step. */
    next() {
      const shown = WIZARD_STEPS[step]
      const ofStep = shown ? listFields(shown, draft) : []
      const found = findFlaws()
      const here = Object.fromEntries(
        ofStep.flatMap((field) => (found[field] === undefined ? [] : [[field, found[field]]])),
      )
      if (Object.keys(here).length > 0) return refuse(here)
      owesSave.current = true
      setFlaws({})
      setStep((now) => Math.min(WIZARD_STEPS.length - 1, now + 1))
    },
    /** Returns whether the draft is on the server. */
    async saveAndClose(): Promise<boolean> {
      const isSaved = await run(save)
      if (isSaved) clearHeld()
      return isSaved
    },
    /** Returns whether the listing was submitted. */
    async submit(): Promise<boolean> {
      const found = findFlaws()
      const flawed = findFlawedStep(found)
      if (flawed !== null) {
        refuse(found)
        setStep(flawed)
        return false
      }
      // One key for the same text: a lost answer must not submit twice, and a later text is another submission.
      submission.current ??= makeRecordKey()
      const key = submission.current
      const isSubmitted = await run(async () => {
        await save()
        await actOnPosting(id, 'submit', key)
      })
      if (isSubmitted) clearHeld()
      return isSubmitted
    },
    /** Of two versions, keeps this tab's: the next save replaces the other. */
    keepMine() {
      setHeld((before) => ({ ...before, version: newer?.version ?? null }))
      setNewer(null)
    },
    takeTheirs() {
      if (!newer) return
      setHeld({ typed: toTyped(newer.draft), media: newer.draft.media, version: newer.version })
      setNewer(null)
    },
  }
}
