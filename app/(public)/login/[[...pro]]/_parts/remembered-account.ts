const key = 'nlos-account'

/** The account that the user asked to be remembered on this machine, or null. */
export function rememberedAccount(): string | null {
  return localStorage.getItem(key)
}

/** Keeps the account for the next login, or forgets it. */
export function rememberAccount(account: string | null): void {
  if (account === null) localStorage.removeItem(key)
  else localStorage.setItem(key, account)
}
