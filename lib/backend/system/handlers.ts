import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Contracts } from '../../contracts/index.ts'
import { db } from '../db/client.ts'
import { dictItem, formDraft, userPreference } from '../db/schema/system.ts'
import type { HandlersOf } from '../handler.ts'
import { once } from '../once.ts'
import { readReleases } from './release-notes.ts'
import { sendFeedback } from './send-feedback.ts'
import { uploadErrors } from './upload-errors.ts'

const itemColumns = {
  code: dictItem.code,
  label: dictItem.label,
  parentCode: dictItem.parentCode,
  enabled: dictItem.enabled,
}

export const systemHandlers: HandlersOf<Contracts['system']> = {
  dictionary: ({ type }) =>
    db()
      .select(itemColumns)
      .from(dictItem)
      .where(eq(dictItem.type, type))
      .orderBy(asc(dictItem.sort), asc(dictItem.id)),

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

  uploadErrors: (input, call) =>
    once(input.eventId, 'system.uploadErrors', input, () => uploadErrors(input.errors, call)),

  sendFeedback,

  versions: {
    async prepare() {
      const releases = await readReleases()
      return { run: async () => releases }
    },
  },

  async getPreference({ key }, { actor }) {
    const [row] = await db()
      .select({ value: userPreference.value })
      .from(userPreference)
      .where(and(eq(userPreference.userId, actor.id), eq(userPreference.key, key)))
    return { value: row?.value ?? null }
  },

  async savePreference({ key, value }, { actor }) {
    await db()
      .insert(userPreference)
      .values({ userId: actor.id, key, value, createdBy: actor.id })
      .onConflictDoUpdate({
        target: [userPreference.tenantId, userPreference.userId, userPreference.key],
        set: {
          value: sql`excluded.value`,
          updatedAt: sql`now()`,
          updatedBy: actor.id,
          rowVersion: sql`${userPreference.rowVersion} + 1`,
        },
      })
    return {}
  },

  async getDraft({ key }, { actor }) {
    const [row] = await db()
      .select({ values: formDraft.values, baseVersion: formDraft.baseVersion, savedAt: formDraft.updatedAt })
      .from(formDraft)
      .where(and(eq(formDraft.userId, actor.id), eq(formDraft.key, key)))
    return { draft: row ?? null }
  },

  async saveDraft({ key, values, baseVersion }, { actor, now }) {
    const savedAt = now.toISOString()
    await db()
      .insert(formDraft)
      .values({ userId: actor.id, key, values, baseVersion, updatedAt: savedAt, createdBy: actor.id })
      .onConflictDoUpdate({
        target: [formDraft.tenantId, formDraft.userId, formDraft.key],
        set: {
          values: sql`excluded.values`,
          baseVersion,
          updatedAt: savedAt,
          updatedBy: actor.id,
          rowVersion: sql`${formDraft.rowVersion} + 1`,
        },
      })
    await keepNewestDrafts(actor.id)
    return { savedAt }
  },

  async removeDraft({ key }, { actor }) {
    await db()
      .delete(formDraft)
      .where(and(eq(formDraft.userId, actor.id), eq(formDraft.key, key)))
    return {}
  },
}

/** A user may have as many drafts as tabs in a lifetime; the oldest beyond 50 go. */
async function keepNewestDrafts(userId: number): Promise<void> {
  const older = db()
    .select({ id: formDraft.id })
    .from(formDraft)
    .where(eq(formDraft.userId, userId))
    .orderBy(sql`${formDraft.updatedAt} desc`)
    .offset(50)
  await db().delete(formDraft).where(sql`${formDraft.id} in (${older})`)
}
