import { accountKey as key } from '@/lib/client/lasting-storage'
import { forget, keep, recall } from '@/lib/client/storage'

/** The account that the user asked to be remembered on this machine, or null. */
export function rememberedAccount(): string | null {
  const account = recall(key)
  return typeof account === 'string' ? account : null
}

/** Keeps the account for the next login, or forgets it. */
export function rememberAccount(account: string | null): void {
  if (account === null) forget(key)
  else keep(key, account)
}
