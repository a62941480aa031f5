'use client'
import { type ComponentType, lazy, Suspense } from 'react'
import { Words } from '@/lib/i18n/messages-provider'
import type { Part } from '@/lib/i18n/parts'

/**
 * A part of a page that is downloaded when it is first shown: dialogs, menus and panels, which open on a click. Until
 * it is there nothing stands in its place; a download that fails is met by the boundary around it and by the offer to
 * reload. A page that is shown at once is no lazy part.
 *
 *     const FeedbackDialog = lazyPart(() => import('./feedback-dialog'), ['dialogs'])
 *
 * @param load gives the module whose default export is the part
 * @param words parts of the catalogue that it says beyond those of every page that has it; they come with it
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  words: readonly Part[] = [],
): ComponentType<P> {
  const Loaded: ComponentType<P> = lazy(load)
  // Not a component of its own name: it is made once a part, when its module is read.
  return (props) => (
    <Suspense fallback={null}>
      <Words parts={words}>
        <Loaded {...props} />
      </Words>
    </Suspense>
  )
}
