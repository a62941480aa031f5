import type { Locator } from '@playwright/test'

/** Hands that count what they do: a click is one, a value that is typed is one. */
export function countingHands() {
  let presses = 0
  return {
    presses: () => presses,
    click: async (control: Locator) => {
      presses += 1
      await control.click()
    },
    type: async (field: Locator, text: string) => {
      presses += 1
      await field.fill(text)
    },
  }
}
