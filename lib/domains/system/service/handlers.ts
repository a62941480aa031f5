import { asc, eq, inArray } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { dictItem } from '../table.ts'
import { getPreference, savePreference } from './preferences.ts'
import { readReleases } from './release-notes.ts'
import { sendFeedback } from './send-feedback.ts'

const itemColumns = {
  code: dictItem.code,
  label: dictItem.label,
  parentCode: dictItem.parentCode,
  enabled: dictItem.enabled,
}

/** Drafts know orders and errors are counted for those who mend them: both are answered above (lib/domains/handlers.ts). */
export const systemHandlers: Omit<
  HandlersOf<Contracts['system']>,
  'getDraft' | 'drafts' | 'saveDraft' | 'removeDraft' | 'uploadErrors'
> = {
  async dictionary({ type }) {
    const items = await db()
      .select(itemColumns)
      .from(dictItem)
      .where(eq(dictItem.type, type))
      .orderBy(asc(dictItem.sort), asc(dictItem.id))
    return items
  },

  async cacheParams({ params }) {
    const items = await db()
      .select({ type: dictItem.type, ...itemColumns })
      .from(dictItem)
      .where(inArray(dictItem.type, params))
      .orderBy(asc(dictItem.sort), asc(dictItem.id))
    return {
      dictionaries: Object.fromEntries(
        params.map((type) => [type, items.filter((item) => item.type === type)]),
      ),
    }
  },

  sendFeedback,

  versions: {
    async prepare() {
      const releases = await readReleases()
      return { run: async () => releases }
    },
  },

  getPreference,
  savePreference,
}
