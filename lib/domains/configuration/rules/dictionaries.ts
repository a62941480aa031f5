import { regionItems } from '../../../rules/regions.ts'
import { codedWords } from './coded-words.ts'
import type { DictItem } from './dict-item.ts'

/**
 * Dictionaries of domain.md 3.3 and the code lists its field tables name: seed of `dict_item`, answered by
 * GET /admin/getDic?type=…. Labels are Chinese data that a tenant may edit; codes are fixed.
 */

export const dictionaries = { ...codedWords, region: regionItems } as const satisfies Record<
  string,
  readonly DictItem[]
>

export type DictType = keyof typeof dictionaries

/** Label of a code in the seed; the code itself when it is unknown, so that old rows still show something. */
export function dictLabel(type: DictType, code: string): string {
  return dictionaries[type].find((item) => item.code === code)?.label ?? code
}
