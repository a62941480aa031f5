import { useMemo } from 'react'
import { useT } from '@/lib/i18n/use-t'
import { useMenu } from './menu'
import type { MenuNode } from './menu-tree'
import { useTabState } from './workspace'

/** The groups above the side menu: the entries with a star, and those used last. One without entries is none. */
export function useMenuMarks(): MenuNode[] {
  const t = useT()
  const { favourites, entryOf } = useMenu()
  const recent = useTabState((state) => state.recent)
  return useMemo(() => {
    const group = (id: number, label: string, icon: string, entries: readonly number[]): MenuNode => ({
      id,
      label,
      icon,
      path: '',
      pinyin: '',
      children: entries.map(entryOf).filter((entry) => entry !== undefined),
    })
    // No entry of the server has a negative id.
    return [
      group(-1, t('shell.favourites'), 'star', favourites),
      group(-2, t('shell.recent'), 'history', recent),
    ].filter(({ children }) => children.length > 0)
  }, [t, favourites, recent, entryOf])
}
