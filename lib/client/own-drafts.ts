import { keep, recall } from './storage.ts'

/**
 * The drafts that this browser tab has had open: a reload goes on in one of them at once, another window asks first.
 * Keys are numbers, nothing personal.
 */
const name = 'nlos-drafts'
const most = 50

function ownDrafts(): string[] {
  const kept = recall(name)
  return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []
}

export const isOwnDraft = (key: string): boolean => ownDrafts().includes(key)

export function rememberDraft(key: string): void {
  if (!isOwnDraft(key)) keep(name, [...ownDrafts(), key].slice(-most), 'session')
}
