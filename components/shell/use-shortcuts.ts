import { useEffect } from 'react'
import { toast } from '@/components/ui/toast'
import { rowBeside, rowStepOf } from '@/lib/client/row-trail'
import { closeTab, isClosable, neighbourOf, type Tab } from '@/lib/domains/workspace/rules/tabs'
import { useT } from '@/lib/i18n/use-t'
import { type ShortcutId, shortcutOf } from './shortcuts'
import { useWorkspace } from './workspace'

/** Everything that a key opens over the page. */
export type Overlay = 'palette' | 'sheet'

/**
 * The keys of the frame, wherever the focus is; a dialog that is open keeps them to itself.
 *
 * @param open shows the command palette or the sheet of the keys; the same function each time
 */
export function useShortcuts(open: (overlay: Overlay) => void): void {
  const { store, show, close, leave, reopen } = useWorkspace()
  const t = useT()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const id = shortcutOf(event)
      if (!id || document.querySelector('[aria-modal="true"], [role="menu"]')) return
      event.preventDefault()
      const { tabs, active, going } = store.get()
      // Keys that are pressed faster than pages come count from the tab that was asked for.
      const from = going ?? active
      const go = (tab: Tab | undefined) => {
        if (tab) show(tab)
      }
      const goOn = async (step: 1 | -1) => {
        if (!rowStepOf(active)) return
        const address = await rowBeside(active, step)
        if (store.get().active !== active) return
        if (address) await leave(active, address)
        else toast.info(t(step > 0 ? 'shell.isLastCase' : 'shell.isFirstCase'))
      }
      const move = (steps: number) =>
        store.reorder(active, tabs.findIndex(({ key }) => key === active) + steps)
      const actions: Record<ShortcutId, () => void> = {
        palette: () => open('palette'),
        sheet: () => open('sheet'),
        closeTab: () => {
          if (isClosable(tabs, active)) void close(closeTab(tabs, active, active))
        },
        nextTab: () => go(neighbourOf(tabs, from, 1)),
        previousTab: () => go(neighbourOf(tabs, from, -1)),
        // A failed read is shown by the funnel.
        nextCase: () => void goOn(1).catch(() => undefined),
        previousCase: () => void goOn(-1).catch(() => undefined),
        reopenTab: reopen,
        moveTabLeft: () => move(-1),
        moveTabRight: () => move(1),
      }
      actions[id]()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [store, show, close, leave, reopen, open, t])
}
