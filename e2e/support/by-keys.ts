import { expect, type Page } from '@playwright/test'
import type { Answers } from './entry-steps.ts'
import { photo } from './papers.ts'

/** A clerk who never takes the hands off the keyboard. `keys` counts what is pressed beside the characters of values. */
export function handsOn(page: Page) {
  let keys = 0
  // Told from the start that choosers are the test's: told with the key that opens one, Chromium may open its own.
  page.on('filechooser', () => {})
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  /** The place of the hands: the place in the values, the control, what is chosen there. */
  const here = () =>
    page.evaluate(() => {
      const { activeElement: control } = document
      const isList = control instanceof HTMLSelectElement
      return {
        place: control?.closest<HTMLElement>('[data-field]')?.dataset.field ?? '',
        isList,
        isButton: control instanceof HTMLButtonElement,
        isSubmit: control?.matches('[type="submit"]') ?? false,
        chosen: isList ? (control.selectedOptions[0]?.text ?? '') : '',
      }
    })

  const chooseInList = async (entry: string) => {
    const begun = (await here()).chosen
    while ((await here()).chosen !== entry) {
      const before = (await here()).chosen
      // A list whose entries have not come yet takes no key.
      await expect(async () => {
        await press('ArrowDown')
        expect((await here()).chosen, `${entry} after ${begun}`).not.toBe(before)
      }).toPass({ timeout: 30_000 })
    }
  }
  const upload = async (material: string) => {
    const chosen = page.waitForEvent('filechooser')
    await press('Enter')
    const chooser = await chosen
    await chooser.setFiles(await photo(material))
    const field = page.locator(`[data-field="materials.${material}"]`)
    await expect(field.getByRole('button', { name: /^删除 / })).toHaveCount(1)
  }

  return {
    keys: () => keys,
    press,
    here,
    /**
     * Goes from what is missing to what is missing with Ctrl+↓ and answers it, until there is nothing left but the button
     * that submits.
     *
     * @param until a place where the clerk stops for now
     */
    answerAll: async (answers: Answers, until?: (place: string) => boolean) => {
      for (;;) {
        await press('Control+ArrowDown')
        const { place, isList, isButton, isSubmit } = await here()
        if (isSubmit || until?.(place)) return
        const answer = answers[place]
        const material = /^materials\.(.+)$/.exec(place)?.[1]
        if (material) await upload(material)
        else if (isButton) {
          await press('Enter')
          // The row that it adds takes the hands along; whoever presses on before that adds another.
          await expect
            .poll(async () => (({ place, isButton }) => place !== '' && !isButton)(await here()))
            .toBe(true)
        } else if (answer === undefined) throw new Error(`the form asks for ${place}, and nobody knows why`)
        else if (isList) await chooseInList(answer)
        // In lists that are searched too: what is typed in full is chosen when the hands go on.
        else await page.keyboard.insertText(answer)
      }
    },
  }
}
