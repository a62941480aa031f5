'use client'
import { type ComponentType, lazy, Suspense } from 'react'
import { Words } from '@/lib/i18n/messages-provider'
import type { Part } from '@/lib/i18n/parts'
import { PartBoundary } from './part-boundary'

/**
 * A part of a page that is downloaded when it is first shown: dialogs, menus and panels, which open on a click. Until
 * it is there nothing stands in its place, unless `Meanwhile` does. A download that fails leaves it out, so that a form behind it keeps what was
 * typed, and a reload is offered. A page that is shown at once is no lazy part.
 *
 *     const LockDialog = lazyPart(() => import('./lock-dialog'), ['forms', 'dialogs'])
 *
 * @param load gives the module whose default export is the part
 * @param words parts of the catalogue that it says beyond those of every page that has it; they come with it
 * @param Meanwhile stands in its place until it is there
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  words: readonly Part[] = [],
  Meanwhile?: ComponentType<P>,
): ComponentType<P> {
  let asked: ReturnType<typeof load> | undefined
  const ask = () => {
    asked ??= load()
    return asked
  }
  const Loaded: ComponentType<P> = lazy(ask)
  // Not a component of its own name: it is made once a part, when its module is read.
  return (props) => {
    // Together with its words, which stand around it: one wait, not two. The boundary notes what does not come.
    ask().catch(() => undefined)
    return (
      <PartBoundary>
        <Suspense fallback={Meanwhile ? <Meanwhile {...props} /> : null}>
          <Words parts={words}>
            <Loaded {...props} />
          </Words>
        </Suspense>
      </PartBoundary>
    )
  }
}

const firstSigns = ['pointerdown', 'keydown']

/**
 * Downloads with the first press or key what has to open when the network is gone by then: questions, toasts, the
 * comparison of a conflict. The first load of a page stays without them. For an effect; gives its end.
 */
export function loadAhead(load: () => Promise<unknown>): () => void {
  const stop = () => {
    for (const sign of firstSigns) removeEventListener(sign, start)
  }
  const start = () => {
    stop()
    // Whoever opens the part says that it did not come.
    load().catch(() => undefined)
  }
  for (const sign of firstSigns) addEventListener(sign, start, { passive: true })
  return stop
}
