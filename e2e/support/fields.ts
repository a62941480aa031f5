import { expect, type Locator, type Page } from '@playwright/test'

/** The name of the fields of a form and what is written into them; see {@link fillIn}. */
export type Entries = Readonly<Record<string, string>>

/** A section of a long form, by its title. */
export function section(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}

export const textField = (scope: Locator, label: string) =>
  scope.getByRole('textbox', { name: label, exact: true })

export const choiceField = (scope: Locator, label: string) =>
  scope.getByRole('combobox', { name: label, exact: true })

/** Shows the fields of a section that need not be filled in. */
export const unfold = (scope: Locator) => scope.getByRole('button', { name: /^展开 \d+ 项选填$/ }).click()

/** Types over what an amount proposes, as a person does: it shows another text as soon as it is entered. */
export async function typeOver(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.press('Control+a')
  await field.pressSequentially(text)
}

/** Types into text fields by their labels, those that propose something too. */
export async function fillIn(scope: Locator, entries: Entries): Promise<void> {
  for (const [label, text] of Object.entries(entries)) {
    await textField(scope, label).or(choiceField(scope, label)).fill(text)
  }
}

/** Chooses in lists by their labels: unfolded ones, and those that are searched; the first entry when none is named. */
export async function choose(
  scope: Locator,
  entries: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const [label, option] of Object.entries(entries)) {
    const field = choiceField(scope, label)
    const searched = field.and(field.page().locator('input'))
    // The one of the two is certain when the entries are there.
    const entry =
      option === null ? field.locator('option').nth(1) : field.locator('option', { hasText: option })
    await expect(searched.or(entry).first()).toBeAttached()
    if ((await searched.count()) === 0) {
      await field.selectOption(option === null ? { index: 1 } : { label: option })
      continue
    }
    await searched.click()
    if (option !== null) await searched.fill(option)
    const offered = field.page().getByRole('listbox').getByRole('option')
    await (option === null ? offered : offered.filter({ hasText: option })).first().click()
  }
}

/** Chooses among a few that are all in sight. */
export async function pick(scope: Locator, group: string, option: string): Promise<void> {
  await scope.getByRole('group', { name: group, exact: true }).getByLabel(option, { exact: true }).check()
}
