import type { Locator, Page } from '@playwright/test'

/** What the fields of a form are called and what is written into them; see {@link fillIn}. */
export type Entries = Readonly<Record<string, string>>

/** A section of a long form, by its title. */
export function section(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}

export const textField = (scope: Locator, label: string) =>
  scope.getByRole('textbox', { name: label, exact: true })

export const choiceField = (scope: Locator, label: string) =>
  scope.getByRole('combobox', { name: label, exact: true })

/** Types into text fields by their labels. */
export async function fillIn(scope: Locator, entries: Entries): Promise<void> {
  for (const [label, text] of Object.entries(entries)) await textField(scope, label).fill(text)
}

/** Chooses in lists by their labels. */
export async function choose(scope: Locator, entries: Entries): Promise<void> {
  for (const [label, option] of Object.entries(entries)) {
    await choiceField(scope, label).selectOption({ label: option })
  }
}

/** Chooses among a few that are all in sight. */
export async function pick(scope: Locator, group: string, option: string): Promise<void> {
  await scope.getByRole('group', { name: group, exact: true }).getByLabel(option, { exact: true }).check()
}
