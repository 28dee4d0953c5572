import type { PostingAct } from '#tools/faults/model/posting-act.ts'
import type { SimTab } from '#tools/faults/sim/sim-tab.ts'

/** Records what sellers do with their listings, and how their screens react. */
export class PostingLog {
  readonly acts: PostingAct[] = []

  ask(tab: SimTab, what: Pick<PostingAct, 'listingId' | 'deed' | 'value'>): PostingAct {
    const act: PostingAct = {
      ...what,
      n: this.acts.length,
      device: tab.device.label,
      tab: tab.client.context.name,
      actorId: tab.session.findUserId() ?? '',
      state: 'asked',
      actsAtReaction: null,
    }
    this.acts.push(act)
    return act
  }

  answer(act: PostingAct, state: PostingAct['state']): void {
    Object.assign(act, { state, actsAtReaction: this.acts.length })
  }

  /** The listings that a person has written on a device, newest first. */
  listListings(device: string, actorId: string): string[] {
    const own = this.acts.filter((act) => act.device === device && act.actorId === actorId)
    return [...new Set(own.map(({ listingId }) => listingId).reverse())]
  }
}
