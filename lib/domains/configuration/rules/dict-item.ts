/** A value of a dictionary; `parentCode` links levels of one dictionary (reasons, regions). */
export type DictItem = { code: string; label: string; parentCode?: string }

/** Dictionary rows from `code label` pairs parted by commas. */
export function items(text: string): readonly DictItem[] {
  return text.split(',').map((pair) => {
    const [code = '', ...label] = pair.trim().split(' ')
    return { code, label: label.join(' ') }
  })
}
