/** The longest that leaving waits for what is being saved, in ms. */
const patienceMs = 3_000

const savers = new Set<() => Promise<unknown> | undefined>()

/**
 * Says what has to be saved before the service stops answering this page, as when the screen is locked.
 * @returns takes it back
 */
export function beforeLeaving(save: () => Promise<unknown> | undefined): () => void {
  savers.add(save)
  return () => {
    savers.delete(save)
  }
}

/** Saves all of it, as far as it comes back soon; what fails is lost with the page as it would be without. */
export async function leave(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
  await Promise.race([Promise.allSettled([...savers].map((save) => save())), patience])
}
