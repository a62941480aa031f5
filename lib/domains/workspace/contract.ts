import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, id, json } from '../../platform/contract/wire.ts'
import { insidePath, longestAddress, longestLabel, mostKept } from './rules/tabs.ts'

/** A tab as it is kept: what lib/domains/workspace/rules/tabs.ts restores it from. Labels and queries hold no more than an address bar. */
const keptTab = z
  .object({
    path: z.string().regex(insidePath),
    query: z.string(),
    label: z.string().max(longestLabel).nullable(),
    pinned: z.boolean(),
  })
  .refine(({ path, query }) => path.length + query.length <= longestAddress)

/** Entries of the menu by id, the first one first. */
const entries = (most: number) => z.array(id()).max(most)

/** Entries in 收藏 and 最近使用. */
const mostFavourites = 50
const mostRecent = 10

/** The workspace of a user: one row, which the next sign-in on any machine begins with. */
export const workspace = {
  read: read({
    method: 'POST',
    path: '/biz/workspace/read',
    access: 'session',
    of: ['workspace', 'order'],
    input: z.object({}),
    output: z.object({
      tabs: z.array(keptTab),
      /** The customers of the orders in the tabs, as far as the caller sees them; by the order, kept with no tab. */
      people: z.record(z.string(), z.string()),
      favourites: z.array(z.number().int()),
      recent: z.array(z.number().int()),
    }),
  }),
  /** The open tabs without home, and the entries used last. The newest save counts. */
  save: write({
    method: 'POST',
    path: '/biz/workspace/save',
    access: 'session',
    writes: { on: 'workspace', own: 'state' },
    maxBytes: 256 * 1024,
    input: z.object({ tabs: json(z.array(keptTab).max(mostKept)), recent: json(entries(mostRecent)) }),
    output: done,
  }),
  saveFavourites: write({
    method: 'POST',
    path: '/biz/workspace/favourites/save',
    access: 'session',
    writes: { on: 'workspace', own: 'state' },
    input: z.object({ favourites: json(entries(mostFavourites)) }),
    output: done,
  }),
}
