'use client'
import type { IconNode } from 'lucide'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { call } from '@/lib/client/call'
import { useSession } from '@/lib/client/session'
import type { ServerMenu } from '@/lib/domains/identity/contract'
import { workspace } from '@/lib/domains/workspace/contract'
import { leavesOf, type MenuNode, menuFor } from './menu-tree'

/** Entries that can have a star. */
const mostFavourites = 50

type MenuPort = {
  /** The icons of the entries, by name. */
  icons: Readonly<Record<string, IconNode>>
  /** The top entries with all below them, for this user. */
  tops: readonly MenuNode[]
  /** Every entry that leads somewhere, in order. */
  leaves: readonly MenuNode[]
  /** The entry that leads to a path. */
  entryAt: (path: string) => MenuNode | undefined
  /** The entry of an id; undefined when the menu has it no more. */
  entryOf: (id: number) => MenuNode | undefined
  /** Ids of the starred entries, the newest first. */
  favourites: readonly number[]
  /** Stars an entry or takes its star away; kept for the user. */
  star: (id: number, starred: boolean) => void
}

const noMenu: MenuPort = {
  icons: {},
  tops: [],
  leaves: [],
  entryAt: () => undefined,
  entryOf: () => undefined,
  favourites: [],
  star: () => {},
}
const MenuContext = createContext(noMenu)

/** The menu of the signed-in user; empty outside the console. */
export function useMenu(): MenuPort {
  return use(MenuContext)
}

/**
 * @param menus the tree of the server for this user
 * @param icons those of its entries, by name
 * @param favourites ids of the starred entries, as kept
 */
export function MenuProvider({
  menus,
  icons,
  favourites: kept,
  children,
}: {
  menus: readonly ServerMenu[]
  icons: Readonly<Record<string, IconNode>>
  favourites: readonly number[]
  children: ReactNode
}) {
  const { roles } = useSession()
  const [favourites, setFavourites] = useState(kept)
  const menu = useMemo(() => {
    const tops = menuFor(menus, roles)
    const leaves = leavesOf(tops)
    const byPath = new Map(leaves.map((leaf) => [leaf.path, leaf]))
    const byId = new Map(leaves.map((leaf) => [leaf.id, leaf]))
    return {
      tops,
      leaves,
      entryAt: (path: string) => byPath.get(path),
      entryOf: (id: number) => byId.get(id),
    }
  }, [menus, roles])

  const port = useMemo(
    () => ({
      ...menu,
      icons,
      favourites,
      star: (id: number, starred: boolean) => {
        const others = favourites.filter((other) => other !== id)
        const next = starred ? [id, ...others].slice(0, mostFavourites) : others
        setFavourites(next)
        // Everything that could not be kept is taken back; the funnel has said why.
        call(workspace.saveFavourites, { favourites: next }).catch(() => setFavourites(favourites))
      },
    }),
    [menu, icons, favourites],
  )
  return <MenuContext value={port}>{children}</MenuContext>
}
