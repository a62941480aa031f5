const pinyin = new Intl.Collator('zh-CN-u-co-pinyin', { numeric: true })

/** The order of names wherever people choose among them: by pinyin, numbers by their size. */
export const byName = (a: { name: string }, b: { name: string }): number => pinyin.compare(a.name, b.name)

/** Codes by the names that people write; a name that two of them have says nothing. */
export function codesByName(items: readonly { name: string; code: string }[]): Record<string, string> {
  const named = Map.groupBy(items, ({ name }) => name)
  return Object.fromEntries(
    [...named].flatMap(([name, [first, ...others]]) =>
      first && others.length === 0 ? [[name, first.code]] : [],
    ),
  )
}
